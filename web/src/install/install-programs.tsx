import { portableName } from "../../../core/file-names.ts";
import { Stack } from "../ui/layout/layout.tsx";
import { InstallSteps } from "./install-steps.tsx";
import { type SavedFiles, serverPrograms } from "./lines.ts";

/** A file name that no program reads as an option. */
const asPath = (name: string): string => name.startsWith("-") ? `./${name}` : name;

export default function InstallPrograms(
  { base, chain, keyFile, isGuess, pfx }: SavedFiles,
) {
  const programs = serverPrograms({
    base: portableName(base),
    chain: asPath(chain),
    key: asPath(keyFile),
    pfx: asPath(pfx ?? ""),
  }).filter(({ needsPfx = false }) => needsPfx === (pfx !== null));
  return (
    <Stack>
      {isGuess && <p>Replace {keyFile} with the name of your private key file.</p>}
      <InstallSteps label="Install it on" programs={programs} />
    </Stack>
  );
}
