import { useEffect, useRef, useState } from "react";

/** How long a menu's button shows what was done. */
const DONE_FOR = 2000;

/** A word such as "Copied!" for two seconds, and the function that shows it. */
export function useDone(): [done: string, say: (done: string) => void] {
  const [done, setDone] = useState("");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return [done, (text) => {
    setDone(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setDone(""), DONE_FOR);
  }];
}
