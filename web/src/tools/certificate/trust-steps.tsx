/** How each system is made to trust the root, in two lines each. */
import { Command } from "../../ui/data/code-output.tsx";
import { ItemList } from "../../ui/layout/item-list.tsx";
import { Stack } from "../../ui/layout/layout.tsx";

/** `file`: the name of the root's saved file, which needs no quoting in a shell. */
export function TrustSteps({ file, alias }: { file: string; alias: string }) {
  const systems: { system: string; command?: string; text: string }[] = [
    {
      system: "Windows",
      command: `certutil -user -addstore Root ${file}`,
      text: "Chrome and Edge use it at once, and so does Firefox from version 120.",
    },
    {
      system: "macOS",
      command:
        `security add-trusted-cert -r trustRoot -k ~/Library/Keychains/login.keychain-db ${file}`,
      text: "Safari, Chrome and Firefox from version 120 use it.",
    },
    {
      system: "Linux (Debian, Ubuntu)",
      command: `sudo cp ${file} /usr/local/share/ca-certificates/ && sudo update-ca-certificates`,
      text: "For curl and most programs. Chrome and Firefox on Linux keep lists of their own.",
    },
    {
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
      system: "Android",
      text:
        "Settings, Security, Encryption & credentials, Install a certificate, CA certificate. " +
        "Chrome uses it; other apps only if they say so.",
    },
    {
      system: "iPhone and iPad",
      text: "Open the file and install the profile in Settings. Then switch it on under General, " +
        "About, Certificate Trust Settings.",
    },
    {
      system: "Java",
      command: `keytool -importcert -cacerts -storepass changeit -alias ${alias} -file ${file}`,
      text: "Run it with the rights of whoever installed Java, and restart the program.",
    },
  ];
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
