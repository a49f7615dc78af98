/** The folders for phones, and for a server on the developer's own computer. */
import { appleProfile } from "../certificate/apple-profile.ts";
import { listed } from "../kernel/formatting.ts";
import { readPem } from "../x509/pem/pem.ts";
import { nodeLines } from "./lines.ts";
import { ANDROID_CREDENTIALS } from "./menus.ts";
import { DOCKER_COMMAND, dockerLines, localCaddyLines, viteLines } from "./local-lines.ts";
import {
  chainAndKey,
  handshake,
  openFile,
  pathsOf,
  pfxFile,
  rootFile,
  rootName,
  secretFile,
} from "./parts.ts";
import type { BundleFile, BundleStep, Material, Target } from "./target.ts";

/** A phone reads the key of its user, and the root of private servers. */
const phone = (
  documentation: string,
  write: (material: Material) => {
    readonly files: readonly BundleFile[];
    readonly steps: readonly string[];
  },
  undo: string,
): Target => ({
  documentation,
  // Older phones read no other.
  pfx: "3des-sha1",
  holder: "client",
  write(material) {
    const { files, steps } = write(material);
    return {
      files,
      steps: steps.map((text): BundleStep => ({ text, code: null })),
      test: {
        text: "Open a website that asks for the certificate. The phone offers it there.",
        code: null,
      },
      undo: { text: undo, code: null },
    };
  },
});

export const android = phone(
  "https://support.google.com/pixelphone/answer/2844832",
  (material) => {
    const pfx = `${material.name}.p12`;
    const files = [
      pfxFile(pfx, material, "The certificate with its key and chain, under the password."),
      ...rootFile(material),
    ];
    return {
      files,
      steps: [
        `Send ${listed(files.map(({ path }) => path))} to the phone, and the password another way.`,
        `${ANDROID_CREDENTIALS}, Install a certificate, "VPN & app user certificate": choose ${pfx} and enter the password. Other phones name these menus otherwise: search the settings for "certificate".`,
        ...material.root === null
          ? []
          : [`In the same menu, "CA certificate": choose ${rootName(material)}.`],
      ],
    };
  },
  `${ANDROID_CREDENTIALS}, User credentials: choose it, and remove it.`,
);

export const iphone = phone(
  "https://developer.apple.com/documentation/devicemanagement/certificatepkcs12",
  (material) => {
    const profile = `${material.name}.mobileconfig`;
    return {
      files: [
        secretFile(
          profile,
          profileOf(material),
          "A profile with the certificate, its key and the CAs. The key is under the password.",
        ),
      ],
      steps: [
        `Send ${profile} to the phone, for example by AirDrop, and the password another way.`,
        `Open ${profile}. Then Settings, General, VPN & Device Management: install it with the password.`,
        // A root of a profile that a person installs is not trusted for TLS until then.
        ...material.root === null ? [] : [
          "Settings, General, About, Certificate Trust Settings: turn the root on.",
        ],
      ],
    };
  },
  "Settings, General, VPN & Device Management: choose it, and remove it.",
);

function profileOf({ name, issuers, root, pfx, order, newId }: Material): string {
  const above = [
    ...readPem(issuers).map(({ bytes }) => ({ der: bytes!.toBase64(), isRoot: false })),
    ...readPem(root ?? "").map(({ bytes }) => ({ der: bytes!.toBase64(), isRoot: true })),
  ];
  return appleProfile(
    { name, pkcs12: pfx!, cas: above, serialNumber: order.serialNumber },
    newId,
  );
}

export const localhost: Target = {
  documentation: "https://vite.dev/config/server-options.html#server-https",
  pfx: null,
  write: (material) => {
    const { chain, key } = pathsOf(material);
    return {
      files: [
        ...chainAndKey(material),
        openFile("server.mjs", `${nodeLines(pathsOf(material))}\n`, "A server on port 8443."),
      ],
      steps: [
        ...trust(material),
        { text: "Vite, in vite.config.js:", code: viteLines({ chain, key }) },
        { text: "Node.js:", code: "node server.mjs" },
        {
          text: "Caddy, in the file Caddyfile. Then run caddy run:",
          code: localCaddyLines({ chain, key }),
        },
        { text: "nginx in Docker, in the file tls.conf:", code: dockerLines({ chain, key }) },
        { text: "Starts this nginx:", code: DOCKER_COMMAND },
      ],
      test: handshake(material, 8443),
      undo: untrust(material),
    };
  },
};

/** Commands that make the computer trust a private root. */
function trust(material: Material): BundleStep[] {
  if (material.root === null) return [];
  const root = rootName(material);
  return [
    {
      text: "Debian and Ubuntu trust the root:",
      code: `sudo install -m 644 ${root} ${storeFile(material)} && sudo update-ca-certificates`,
    },
    {
      text: "macOS trusts the root:",
      code:
        `sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain ${root}`,
    },
    {
      text: "Windows trusts the root, in PowerShell as administrator:",
      code: `Import-Certificate -FilePath ${root} -CertStoreLocation Cert:\\LocalMachine\\Root`,
    },
  ];
}

const storeFile = ({ base }: Material): string =>
  `/usr/local/share/ca-certificates/${base}_root.crt`;

const untrust = (material: Material): BundleStep =>
  material.root === null ? { text: "Start the server with the files before.", code: null } : {
    text: "On Debian and Ubuntu, the root is no longer trusted:",
    code: `sudo rm ${storeFile(material)} && sudo update-ca-certificates --fresh`,
  };
