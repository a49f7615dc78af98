/**
 * Firefox with the screen reader Orca on a screen of its own. Keys go to the X server, as from a
 * keyboard. Orca writes what it says into a file.
 */

/** Milliseconds without speech after which Orca has finished. */
const SILENCE = 700;
/** Milliseconds to wait for the first word after a key. */
const PATIENCE = 1500;

/** Orca runs this file at its start. Each line of the log is one utterance. */
const CUSTOMIZATION = `
import os
import orca.speech as speech

spoken = open(os.environ["SPOKEN"], "a", buffering=1)

def write(text):
    spoken.write(" ".join(text.split()) + "\\n")

speech._speak = lambda text, acss, interrupt: write(text)
speech.speakCharacter = lambda character, acss=None: write(character)
speech.speakKeyEvent = lambda event, acss=None: None
`;

/** Firefox shows no page of its own, and its accessibility is on from the start. */
const PREFERENCES = {
  "accessibility.force_disabled": -1,
  "browser.aboutwelcome.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.homepage_override.mstone": "ignore",
  "datareporting.policy.dataSubmissionEnabled": false,
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

/** The programs that a session starts or calls. */
export const PROGRAMS = [
  "Xvfb",
  "openbox",
  "orca",
  "firefox-esr",
  "xdotool",
  "xclip",
  "dbus-run-session",
];

export interface Session {
  /** The steps and what Orca said after each, as lines. */
  readonly transcript: string[];
  /** Writes a heading into the transcript. */
  heading(text: string): void;
  /** Opens a page of the site by its address. */
  open(path: string): Promise<void>;
  /** Presses a key, such as "Tab" or "ctrl+Return". Resolves to what Orca said. */
  press(key: string, times?: number): Promise<string>;
  /** Types a text into the focused field. */
  type(text: string): Promise<string>;
  /** Pastes a text into the focused field. */
  paste(text: string): Promise<string>;
  /** Presses a key until Orca says a text. Throws after `most` times. */
  until(key: string, text: string, most?: number): Promise<string>;
  /** Waits until Orca has said a text after the last step. Throws if it does not come. */
  hears(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts the programs. The process must run below `dbus-run-session`. */
export async function startSession(origin: string): Promise<Session> {
  const home = await Deno.makeTempDir();
  const log = `${home}/spoken`;
  const screen = new Deno.Command("Xvfb", {
    args: ["-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"],
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const env = {
    DISPLAY: `:${await firstLine(screen.stdout)}`,
    HOME: home,
    GNOME_ACCESSIBILITY: "1",
    GTK_MODULES: "gail:atk-bridge",
    XDG_SESSION_TYPE: "x11",
    SPOKEN: log,
  };
  const children: Deno.ChildProcess[] = [screen];
  const start = (program: string, ...args: string[]) => {
    const streams = { stdin: "null", stdout: "null", stderr: "null" } as const;
    children.push(new Deno.Command(program, { args, env, ...streams }).spawn());
  };
  const profile = `${home}/profile`;
  await Deno.mkdir(profile);
  await Deno.writeTextFile(
    `${profile}/user.js`,
    Object.entries(PREFERENCES)
      .map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""),
  );
  await Deno.writeTextFile(log, "");
  await Deno.mkdir(`${home}/.local/share/orca`, { recursive: true });
  await Deno.writeTextFile(`${home}/.local/share/orca/orca-customizations.py`, CUSTOMIZATION);
  start("openbox");
  // The first call starts the bus of accessibility, and returns when it is ready.
  await new Deno.Command("gdbus", {
    args: [
      ...["call", "--session", "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus"],
      ...["--method", "org.a11y.Bus.GetAddress"],
    ],
    env,
  }).output();
  start("orca", "--replace");
  await waitFor(async () => (await spokenIn(log)).length > 0);
  start("firefox-esr", "--profile", profile, "--new-instance", "about:blank");
  await waitFor(async () => (await spokenIn(log)).some((text) => text.includes("Firefox")));

  const transcript: string[] = [];
  let heard = (await settled(log, 0)).length;
  let last = "";

  /** Records what Orca says after a step. */
  async function listen(step: string): Promise<string> {
    const all = await settled(log, heard);
    const spoken = all.slice(heard).filter((text) => text.trim() !== "");
    heard = all.length;
    transcript.push(`  > ${step}`, ...spoken.map((text) => `      "${text}"`));
    last = spoken.join(" | ");
    return last;
  }
  const xdotool = async (...args: string[]) => {
    const { success } = await new Deno.Command("xdotool", { args, env }).output();
    if (!success) throw new Error(`xdotool ${args.join(" ")} failed`);
  };

  async function press(key: string, times = 1): Promise<string> {
    for (let time = 0; time < times; time++) await xdotool("key", key);
    return await listen(times === 1 ? key : `${key}, ${times} times`);
  }

  return {
    transcript,
    press,
    heading(text) {
      transcript.push("", `== ${text}`);
    },
    async open(path) {
      await xdotool("key", "ctrl+l");
      await settled(log, (await spokenIn(log)).length);
      await xdotool("type", "--delay", "20", origin + path);
      heard = (await settled(log, heard)).length;
      await xdotool("key", "Return");
      await waitFor(async () =>
        (await spokenIn(log)).slice(heard).some((text) => text.startsWith("Finished loading"))
      );
      await listen(`open ${path}`);
    },
    async type(text) {
      await xdotool("type", "--delay", "30", text);
      return await listen(`type ${text}`);
    },
    async paste(text) {
      const streams = { stdin: "piped", stdout: "null", stderr: "null" } as const;
      const child = new Deno.Command("xclip", {
        args: ["-selection", "clipboard"],
        env,
        ...streams,
      })
        .spawn();
      children.push(child);
      await new Blob([text]).stream().pipeTo(child.stdin);
      await xdotool("key", "ctrl+v");
      return await listen(`paste ${text.split("\n")[0]}`);
    },
    async until(key, text, most = 60) {
      for (let time = 0; time < most; time++) {
        const spoken = await press(key);
        if (spoken.includes(text)) return spoken;
      }
      throw new Error(`Orca did not say "${text}" after ${most} times ${key}`);
    },
    async hears(text) {
      for (let time = 0; time < 20 && !last.includes(text); time++) {
        const all = await settled(log, heard);
        const spoken = all.slice(heard).filter((line) => line.trim() !== "");
        heard = all.length;
        transcript.push(...spoken.map((line) => `      "${line}"`));
        last += spoken.join(" | ");
      }
      if (!last.includes(text)) throw new Error(`Orca did not say "${text}", but: ${last}`);
    },
    async close() {
      for (const child of children.reverse()) {
        try {
          child.kill("SIGKILL");
        } catch { /* It has ended. */ }
        await child.status;
      }
      await Deno.remove(home, { recursive: true }).catch(() => {});
    },
  };
}

async function spokenIn(log: string): Promise<string[]> {
  return (await Deno.readTextFile(log)).split("\n").slice(0, -1);
}

/** Everything that Orca has said, once it has been silent for a while. */
async function settled(log: string, known: number): Promise<string[]> {
  let spoken = await spokenIn(log);
  let since = performance.now();
  while (performance.now() - since < (spoken.length > known ? SILENCE : PATIENCE)) {
    await pause();
    const now = await spokenIn(log);
    if (now.length > spoken.length) since = performance.now();
    spoken = now;
  }
  return spoken;
}

async function waitFor(isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 60_000;
  while (!await isTrue()) {
    if (performance.now() > end) throw new Error("A program did not start within a minute");
    await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 50));

async function firstLine(stream: ReadableStream<BufferSource>): Promise<string> {
  let text = "";
  for await (const part of stream.pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes("\n")) break;
  }
  return text.split("\n")[0];
}
