import { portableName } from "../../../core/file-names.ts";
import { Stack } from "../ui/layout/layout.tsx";
import { InstallSteps } from "./install-steps.tsx";
import { serverPrograms } from "./lines.ts";

export interface InstallProgramsProps {
  /** The base of the file names. */
  base: string;
  /** The name of the file with the certificate and its chain; "" if there is only a PFX file. */
  chain: string;
  /** The name of the file with the private key. `isGuess`: it was not saved here, so this name is a guess. */
  keyFile: string;
  isGuess?: boolean;
  /** The name of the PFX file; null without one. */
  pfx: string | null;
}

/** A file name that no program reads as an option. */
const asPath = (name: string): string => name.startsWith("-") ? `./${name}` : name;

export default function InstallPrograms(
  { base, chain, keyFile, isGuess, pfx }: InstallProgramsProps,
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
