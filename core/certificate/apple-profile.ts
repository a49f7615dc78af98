/**
 * A configuration profile for iPhone, iPad and Mac (Apple, "Configuration Profile Reference"). It installs a
 * certificate with its key, and the CAs above it, after the user has entered the password of the PKCS#12 file.
 * The profile does not hold the password.
 */

interface ProfileParts {
  /** A file name without an ending, from `portableName`, so that it needs no escaping. */
  readonly name: string;
  /** A PKCS#12 file in base64. */
  readonly pkcs12: string;
  /** The CAs, from the issuer to the root, as DER in base64. */
  readonly cas: readonly { readonly der: string; readonly isRoot: boolean }[];
  /** Upper-case hex. With it, a profile replaces an older one of the same certificate. */
  readonly serialNumber: string;
}

/** The types of payloads. A root is added to the trusted ones only if its payload says that it is one. */
const TYPES = {
  identity: "com.apple.security.pkcs12",
  root: "com.apple.security.root",
  intermediate: "com.apple.security.pkcs1",
} as const;

const LINE = 76;

/** Returns the text of the .mobileconfig file. `newId` returns a new UUID at each call. */
export function appleProfile(
  { name, pkcs12, cas, serialNumber }: ProfileParts,
  newId: () => string,
): string {
  const identifier = `ssl-tools.${serialNumber.toLowerCase()}`;
  const payload = (type: string, key: string, title: string, extra: string) =>
    `${extra}
    <key>PayloadDisplayName</key>
    <string>${title}</string>
    <key>PayloadIdentifier</key>
    <string>${key}</string>
    <key>PayloadType</key>
    <string>${type}</string>
    <key>PayloadUUID</key>
    <string>${newId().toUpperCase()}</string>
    <key>PayloadVersion</key>
    <integer>1</integer>`;
  const file = (type: string, key: string, title: string, fileName: string, base64: string) =>
    `  <dict>
    ${
      payload(
        type,
        key,
        title,
        `<key>PayloadCertificateFileName</key>
    <string>${fileName}</string>
    <key>PayloadContent</key>
    <data>
${lines(base64)}
    </data>`,
      )
    }
  </dict>`;
  const files = [
    ...cas.map(({ der, isRoot }, at) =>
      file(
        isRoot ? TYPES.root : TYPES.intermediate,
        `${identifier}.ca${at}`,
        `CA of ${name}`,
        `${name}_CA${at + 1}.cer`,
        der,
      )
    ),
    file(TYPES.identity, `${identifier}.identity`, name, `${name}.p12`, pkcs12),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    ${
    payload(
      "Configuration",
      identifier,
      name,
      `<key>PayloadContent</key>
    <array>
${files.join("\n")}
    </array>`,
    )
  }
</dict>
</plist>
`;
}

const lines = (base64: string): string => {
  const found: string[] = [];
  for (let at = 0; at < base64.length; at += LINE) found.push(base64.slice(at, at + LINE));
  return found.join("\n");
};
