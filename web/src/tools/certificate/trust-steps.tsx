/** Short instructions to make each system trust the root. */
import { ANDROID_CREDENTIALS } from "../../../../core/bundle/menus.ts";
import { Command } from "../../ui/data/code.tsx";
import { type System, systemOf } from "../../lib/system.ts";
import { Disclosure } from "../../ui/layout/disclosure.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";

interface TrustStepsProps {
  /** The name of the root's saved file, which needs no quoting in a shell. */
  file: string;
  alias: string;
  /** Whether the file is that of a CA. */
  isCa: boolean;
  /** Whether the instructions are for mail programs instead of browsers. */
  isMail: boolean;
}

interface Trust {
  /** The system that it is for; absent for a program on several systems. */
  on?: System;
  system: string;
  command?: string;
  text: string;
}

export function TrustSteps({ isMail, ...root }: TrustStepsProps) {
  const own = systemOf(navigator);
  const all = isMail ? mailPrograms(root) : browsers(root);
  const here = all.filter(({ on }) => on !== undefined && on === own);
  const others = all.filter((each) => !here.includes(each));
  if (here.length === 0) return <Systems systems={all} />;
  return (
    <Stack>
      <Systems systems={here} />
      <Disclosure summary="Other systems and programs">
        <Systems systems={others} />
      </Disclosure>
    </Stack>
  );
}

function Systems({ systems }: { systems: readonly Trust[] }) {
  return (
    <ItemList
      items={systems.map(({ system, command, text }) => ({
        title: system,
        children: command
          ? (
            <Stack>
              <Command command={command} copyName={`Copy command for ${system}`}>{text}</Command>
            </Stack>
          )
          : <p>{text}</p>,
      }))}
    />
  );
}

type Root = Omit<TrustStepsProps, "isMail">;

const onWindows = ({ file }: Root) => `certutil -user -addstore Root ${file}`;
const onMac = ({ file }: Root) =>
  `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${file}`;
const ON_PHONES = "Open the file and install the profile in Settings. Then switch it on under " +
  "General, About, Certificate Trust Settings.";

function mailPrograms(root: Root): Trust[] {
  return [
    { on: "windows", system: "Windows", command: onWindows(root), text: "Outlook uses it." },
    { on: "macos", system: "macOS", command: onMac(root), text: "Mail uses it." },
    // Thunderbird imports only certificates of CAs.
    ...root.isCa
      ? [{
        system: "Thunderbird",
        text:
          "Settings, Privacy & Security, Manage Certificates, Authorities, Import. Then select " +
          "“Trust this CA to identify email users”.",
      }]
      : [],
    { on: "ios", system: "iPhone and iPad", text: ON_PHONES },
  ];
}

function browsers(root: Root): Trust[] {
  const { file, alias } = root;
  return [
    {
      on: "windows",
      system: "Windows",
      command: onWindows(root),
      text: "Chrome and Edge use it at once, and so does Firefox from version 120.",
    },
    {
      on: "macos",
      system: "macOS",
      command: onMac(root),
      text: "Safari, Chrome and Firefox from version 120 use it.",
    },
    {
      on: "linux",
      system: "Linux (Debian, Ubuntu)",
      command: `sudo cp ${file} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
      text: "For curl and most programs. Chrome and Firefox on Linux keep lists of their own.",
    },
    {
      on: "linux",
      system: "Chrome on Linux",
      command:
        `mkdir -p ~/.pki/nssdb && certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n ${alias} -i ${file}`,
      text: "Then restart Chrome. certutil is in the package libnss3-tools.",
    },
    {
      system: "Firefox",
      text: "Settings, Privacy & Security, View Certificates, Authorities, Import. Then select " +
        "“Trust this CA to identify websites”.",
    },
    {
      on: "android",
      system: "Android",
      text: `${ANDROID_CREDENTIALS}, Install a certificate, CA certificate. ` +
        "Chrome uses it; other apps only if they say so.",
    },
    {
      on: "ios",
      system: "iPhone and iPad",
      text: ON_PHONES,
    },
    {
      system: "Java",
      command: `keytool -importcert -cacerts -storepass changeit -alias ${alias} -file ${file}`,
      text: "Run it as the user who installed Java, then restart the program.",
    },
  ];
}
