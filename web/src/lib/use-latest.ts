import { type RefObject, useEffect, useRef } from "react";

/** What was drawn last, for code that goes on later. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
