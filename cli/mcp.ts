/** The command `mcp`: assistants run the operations, by the Model Context Protocol on standard input and output. */
import { type Command, valueOf } from "./command.ts";
import { requireNetwork } from "./network.ts";

export const mcpCommand = {
  summary: "Let an assistant run the operations (Model Context Protocol)",
  arguments: "[FOLDER...]",
  options: {
    write: {
      type: "string",
      value: "DIR",
      help: "List the tools that make something, and write it to new files in DIR",
    },
    secrets: {
      type: "string",
      value: "DIR",
      help: "Passphrases are in files in DIR. No tool reads these files for anything else",
    },
    "accept-private-keys": {
      type: "boolean",
      help: "Read private keys from the folders. No answer holds one",
    },
    network: { type: "boolean", help: "List the tools that ask public hosts and DNS" },
  },
  examples: [
    { line: "ssl-tools mcp /etc/ssl/certs", help: "It may read this folder and nothing else." },
    {
      line: "ssl-tools mcp certificates --accept-private-keys --write made --network",
      help: "It may also use keys, make files in the folder made, and connect to public hosts.",
    },
  ],
  run: async (folders, values) => {
    if (values.network === true) requireNetwork(values, "mcp --network");
    const { serve } = await import("./mcp/serve.ts");
    await serve({
      folders,
      write: valueOf(values, "write"),
      secrets: valueOf(values, "secrets"),
      acceptPrivateKeys: values["accept-private-keys"] === true,
      network: values.network === true,
    });
    return { command: "mcp", answered: [], failed: [] };
  },
} as const satisfies Command;
