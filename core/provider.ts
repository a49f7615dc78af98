/**
 * The provider of this site. This is the only file that names it; edit it to deploy the product under
 * another name.
 */
export const provider = {
  /** The key of the provider's own authority in the CAA tool's requests. */
  key: "provider",
  name: "Provider",
  /** The identity that the provider's authority documents for CAA records. */
  domain: "provider.example",
  url: "https://provider.example/",
  /** Where visitors find the source of this site. */
  source: "https://provider.example/ssl-tools",
  /** The name of the npm package with the command line. */
  packageName: "ssl-tools",
  /** The name of the npm package with the engine as a library. */
  enginePackageName: "ssl-tools-engine",
  promotion: {
    title: "Need a certificate that every browser trusts?",
    text: "Provider issues SSL certificates for a single name, many names or a whole domain.",
    action: "See SSL certificates",
    points: [
      {
        title: "Trusted security",
        text: "Recognised by current browsers, systems and mail clients.",
      },
      {
        title: "Fast issuance",
        text: "Domain-validated certificates are issued within minutes.",
      },
      {
        title: "Expert support",
        text: "People who know certificates help with installing and renewing.",
      },
    ],
  },
} as const;
