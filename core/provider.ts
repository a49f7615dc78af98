/**
 * Who offers this site. Everything that names the provider is here and nowhere else; whoever
 * deploys the product edits this one file.
 */
export const provider = {
  /** The key of the provider's own authority in the CAA tool's requests. */
  key: "provider",
  name: "Provider",
  /** The identity that the provider's authority documents for CAA records. */
  domain: "provider.example",
  url: "https://provider.example/",
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
