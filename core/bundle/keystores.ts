/** The folders for programs that read a PKCS#12 file. */
import { copyCommands, iisCommands, tomcatLines } from "./lines.ts";
import { copyFiles, handshake, pathsOf, pfxFile, rootFile, undoFolder } from "./parts.ts";
import { isRsaOrNistCurve, type Target } from "./target.ts";

const BINDING = 'Get-WebBinding -Name "Default Web Site" -Protocol https';

export const iis: Target = {
  documentation: "https://learn.microsoft.com/en-us/powershell/module/pki/import-pfxcertificate",
  // Windows Server 2016 reads no other.
  pfx: "3des-sha1",
  takes: isRsaOrNistCurve,
  write(material) {
    const pfx = `${material.name}.pfx`;
    const before = `${material.name}_before.txt`;
    return {
      files: [
        pfxFile(pfx, material, "The certificate with its key and chain, under the password."),
        ...rootFile(material),
      ],
      steps: [
        {
          text:
            "In PowerShell, as administrator, in the unpacked folder. It notes the certificate that IIS uses now:",
          code: `(${BINDING}).certificateHash | Out-File ${before}`,
        },
        {
          text: "It asks for the password of the file:",
          code: iisCommands(pathsOf(material, pfx)),
        },
      ],
      test: {
        text: "It ends with the status of the page, or says why the certificate is refused:",
        code: `(Invoke-WebRequest -UseBasicParsing https://${urlHost(material.host)}/).StatusCode`,
      },
      undo: {
        text: "Gives IIS the certificate before; without one it removes the binding:",
        code: `$b = ${BINDING}; $old = Get-Content ${before}; ` +
          'if ($old) { $b.AddSslCertificate($old, "My") } else { $b | Remove-WebBinding }',
      },
    };
  },
};

export const java: Target = {
  documentation: "https://tomcat.apache.org/tomcat-10.1-doc/ssl-howto.html",
  // Every Java since 8u301 reads it.
  pfx: "aes256-sha256",
  takes: ({ algorithm, curve }) =>
    isRsaOrNistCurve({ algorithm, curve, bits: null }) || algorithm === "Ed25519",
  write(material) {
    const pfx = `${material.name}.p12`;
    const paths = pathsOf(material, pfx);
    return {
      files: [
        pfxFile(pfx, material, "The certificate with its key and chain, under the password."),
        ...rootFile(material),
      ],
      steps: [
        copyFiles("tomcat10", material, copyCommands(material, [], [pfx], "tomcat")),
        {
          text: "In server.xml, with the password of the file in place of YOUR PASSWORD:",
          code: tomcatLines(paths),
        },
        { text: "Start it again:", code: "sudo systemctl restart tomcat10" },
        {
          text: "Another Java program takes the file with these options:",
          code:
            `java -Djavax.net.ssl.keyStore=${pfx} -Djavax.net.ssl.keyStoreType=PKCS12 -Djavax.net.ssl.keyStorePassword="YOUR PASSWORD"`,
        },
      ],
      test: handshake(material, 8443),
      undo: undoFolder("tomcat10", material, "sudo systemctl restart tomcat10"),
    };
  },
};

/** The host of a URL. */
const urlHost = (host: string): string => host.includes(":") ? `[${host}]` : host;
