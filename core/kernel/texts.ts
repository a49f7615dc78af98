/** What any operation may end in. */
export const KERNEL_TEXT = {
  tooComplex: "INPUT TOO COMPLEX: USE SMALLER PARTS OF IT",
  tooComplexForServer:
    "INPUT TOO COMPLEX FOR THE SERVER: SEND SMALLER PARTS OF IT, OR USE THE TOOL ON YOUR OWN DEVICE",
  moreIssues: (others: number) =>
    others === 1 ? "AND 1 MORE FAULT" : `AND ${others.toLocaleString("en")} MORE FAULTS`,
  inputObject: "INPUT MUST BE A JSON OBJECT",
  /** Both sizes in MiB. */
  tooLarge: (what: string, size: number, limit: number) =>
    `${what} IS TOO LARGE: ${size.toFixed(1)} MiB, AT MOST ${limit} MiB`,
} as const;
