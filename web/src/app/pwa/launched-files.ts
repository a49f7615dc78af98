/** Files that the system opens with the installed app. */

/** The part of the File Handling API that is used; not every browser has it. */
interface LaunchQueue {
  setConsumer(consumer: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** `go` leads to the page at a path. */
export function openLaunchedFiles(go: (path: string) => void): void {
  const { launchQueue } = globalThis as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files: handles }) => {
    if (handles.length === 0) return;
    const { deliver } = await import("../../arrivals/delivery.ts");
    go(await deliver(await Promise.all(handles.map((handle) => handle.getFile()))));
  });
}
