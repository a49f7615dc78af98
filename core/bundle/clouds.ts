/** The folders for services and devices, as their documentation states the form. */
import { objectName } from "./lines.ts";
import { apart, chainAndKey, handshake, pathsOf, pfxFile, rootFile } from "./parts.ts";
import { isRsaOrNistCurve, type Target } from "./target.ts";
import type { PublicKey } from "../x509/shapes.ts";

/** RSA keys of these sizes, and these curves. */
const takesOnly =
  (sizes: readonly number[], curves: readonly string[]) =>
  ({ algorithm, bits, curve }: PublicKey): boolean =>
    algorithm === "RSA" && sizes.includes(bits ?? 0) ||
    algorithm === "EC" && curves.includes(curve ?? "");

/** A name with letters, digits and hyphens. */
const hyphenated = (base: string): string => objectName(base).replaceAll(".", "-");

export const aws: Target = {
  documentation:
    "https://docs.aws.amazon.com/acm/latest/userguide/import-certificate-prerequisites.html",
  pfx: null,
  takes: takesOnly([1024, 2048, 3072, 4096], ["P-256", "P-384", "P-521"]),
  write(material) {
    const { name } = material;
    const { files, hasChain } = apart(material, { endsInRoot: true });
    const words = [
      "aws acm import-certificate",
      `--certificate fileb://${name}.crt`,
      `--private-key fileb://${name}.key`,
      ...hasChain ? [`--certificate-chain fileb://${name}_chain.pem`] : [],
    ];
    return {
      files,
      steps: [
        {
          text:
            "In the unpacked folder. It prints the ARN of the certificate, which the load balancer or distribution names. CloudFront needs the region us-east-1:",
          code: words.join(" "),
        },
      ],
      test: handshake(material, 443),
      undo: {
        text: "Give the load balancer the ARN before. Then remove this one:",
        code: 'aws acm delete-certificate --certificate-arn "ARN"',
      },
    };
  },
};

export const azure: Target = {
  documentation:
    "https://learn.microsoft.com/en-us/azure/key-vault/certificates/tutorial-import-certificate",
  pfx: "3des-sha1",
  takes: takesOnly([2048, 3072, 4096], ["P-256", "P-384", "P-521"]),
  write(material) {
    const pfx = `${material.name}.pfx`;
    const name = hyphenated(material.name);
    return {
      files: [
        pfxFile(pfx, material, "The certificate with its key and chain, under the password."),
        ...rootFile(material),
      ],
      steps: [{
        text:
          "In the unpacked folder. It asks for the password of the file, and makes a new version if the vault has a certificate of this name:",
        code:
          `read -rs PASSWORD && az keyvault certificate import --vault-name "VAULT" --name ${name} --file ${pfx} --password "$PASSWORD"`,
      }],
      test: handshake(material, 443),
      undo: {
        text: "Lists the versions. Name the one before in the service, and disable this one:",
        code:
          `az keyvault certificate list-versions --vault-name "VAULT" --name ${name} --output table`,
      },
    };
  },
};

export const google: Target = {
  documentation: "https://cloud.google.com/load-balancing/docs/ssl-certificates/self-managed-certs",
  pfx: null,
  takes: takesOnly([2048, 3072, 4096], ["P-256", "P-384"]),
  write(material) {
    const { chain, key } = pathsOf(material);
    // At most 63 characters, and a letter first.
    const name = `tls-${hyphenated(material.base)}`.slice(-63).replace(/^[^a-z]+/, "");
    return {
      files: chainAndKey(material),
      steps: [
        {
          text: "In the unpacked folder:",
          code:
            `gcloud compute ssl-certificates create ${name} --certificate=${chain} --private-key=${key} --global`,
        },
        {
          text: "With the name of your proxy in place of PROXY:",
          code: `gcloud compute target-https-proxies update PROXY --ssl-certificates=${name}`,
        },
      ],
      test: handshake(material, 443),
      undo: {
        text: "Update the proxy with the name of the certificate before. Then remove this one:",
        code: `gcloud compute ssl-certificates delete ${name} --global`,
      },
    };
  },
};

export const f5: Target = {
  documentation: "https://my.f5.com/manage/s/article/K14620",
  pfx: null,
  takes: isRsaOrNistCurve,
  write(material) {
    const { name, base } = material;
    const { files, hasChain } = apart(material);
    // Some releases add the end to a name that lacks it.
    const [ownKey, certificate, chain] = [`${base}.key`, `${base}.crt`, `${base}_chain.crt`];
    const install = (what: "key" | "cert", object: string, file: string) =>
      `tmsh install sys crypto ${what} ${object} from-local-file /var/tmp/${file}`;
    return {
      files,
      steps: [
        {
          text: "In the unpacked folder. BIGIP stands for the address of the device:",
          code: `scp ${name}.* ${hasChain ? `${name}_chain.pem ` : ""}root@BIGIP:/var/tmp/`,
        },
        {
          text:
            "On the device. PROFILE stands for the client SSL profile. It keeps the configuration before:",
          code: [
            `tmsh save sys ucs ${base}_before`,
            install("key", ownKey, `${name}.key`),
            install("cert", certificate, `${name}.crt`),
            ...hasChain ? [install("cert", chain, `${name}_chain.pem`)] : [],
            `tmsh modify ltm profile client-ssl PROFILE cert-key-chain replace-all-with { ${base} { cert ${certificate} key ${ownKey}${
              hasChain ? ` chain ${chain}` : ""
            } } }`,
            "tmsh save sys config",
            `rm /var/tmp/${name}.key`,
          ].join("\n"),
        },
      ],
      test: handshake(material, 443),
      undo: {
        text: "On the device, brings the configuration before back:",
        code: `tmsh load sys ucs ${base}_before`,
      },
    };
  },
};

export const pfsense: Target = {
  documentation: "https://docs.netgate.com/pfsense/en/latest/certificates/certificate.html",
  pfx: null,
  takes: isRsaOrNistCurve,
  write(material) {
    const { name } = material;
    const { files, hasChain } = apart(material);
    return {
      files,
      steps: [
        ...hasChain
          ? [{
            text:
              `System, Certificates, Authorities, Add, "Import an existing Certificate Authority": paste each certificate of ${name}_chain.pem by itself, the last one first.`,
            code: null,
          }]
          : [],
        {
          text:
            `System, Certificates, Certificates, Add, "Import an existing Certificate", type X.509 (PEM): paste ${name}.crt and ${name}.key.`,
          code: null,
        },
        {
          text: "System, Advanced, Admin Access: choose it as SSL/TLS Certificate, and save.",
          code: null,
        },
      ],
      test: handshake(material, 443),
      undo: {
        text: "System, Advanced, Admin Access: choose the certificate before, and save.",
        code: null,
      },
    };
  },
};
