/** Where a client certificate or an S/MIME certificate is imported, in the order of the tabs. */
import { ANDROID_CREDENTIALS } from "../../../../core/bundle/menus.ts";
import type { Program } from "../../install/lines.ts";

const program = (id: string, name: string, ...texts: string[]): Program => ({
  id,
  name,
  needsPfx: true,
  steps: texts.map((text) => ({ text })),
});

/** For a browser or a device that logs in. */
export const CLIENT_PROGRAMS: readonly Program[] = [
  program(
    "chrome",
    "Chrome and Edge",
    "Windows and macOS: open the file and enter its password. The browser uses the system's store.",
    "Linux: Settings, Privacy and security, Security, Manage certificates, Your certificates, Import.",
  ),
  program(
    "firefox",
    "Firefox",
    "Settings, Privacy & Security, View Certificates, Your Certificates, Import.",
  ),
  program(
    "windows",
    "Windows",
    "Open the file. Choose Current User, enter the password, and let Windows choose the store.",
  ),
  program(
    "macos",
    "macOS",
    "Open the file. Keychain Access asks for its password and adds it to the login keychain. Safari and Chrome use it.",
  ),
  program(
    "ios",
    "iPhone and iPad",
    "Send the file to the device by AirDrop or a cable, and open it. Then open Settings, Profile Downloaded, " +
      "Install, and enter the password.",
  ),
  program(
    "android",
    "Android",
    `${ANDROID_CREDENTIALS}, Install a certificate, VPN & app user certificate. ` +
      "Choose the file and enter its password.",
  ),
];

/** For a mail program that signs and decrypts. */
export const MAIL_PROGRAMS: readonly Program[] = [
  program(
    "outlook",
    "Outlook",
    "Open the file on Windows and enter its password. Then choose the certificate under File, Options, Trust " +
      "Center, Trust Center Settings, Email Security, Settings.",
  ),
  program(
    "apple-mail",
    "Apple Mail",
    "Open the file on the Mac, iPhone or iPad, and enter its password.",
  ),
  program(
    "thunderbird",
    "Thunderbird",
    "Account Settings, End-To-End Encryption, Manage S/MIME Certificates, Your Certificates, Import. Then select " +
      "the certificate there.",
  ),
];
