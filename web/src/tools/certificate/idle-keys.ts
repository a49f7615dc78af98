/** The time after which the keys of this page are cleared if the user does nothing. */
import { useEffect, useEffectEvent, useState } from "react";
import { type Clock, watchIdle } from "../../lib/idle.ts";

export const IDLE_MINUTES = 15;
/** The user is warned this long before. */
export const NOTICE_MINUTES = 2;

const MINUTE = 60_000;

/**
 * Calls `onIdle` after `IDLE_MINUTES` without an action of the user, while `active`. Returns whether that is at
 * most `NOTICE_MINUTES` away.
 */
export function useIdle(active: boolean, onIdle: () => void, clock?: Clock): boolean {
  const [isNear, setNear] = useState(false);
  const expire = useEffectEvent(onIdle);
  useEffect(() => {
    if (!active) return;
    const watch = watchIdle({
      limit: IDLE_MINUTES * MINUTE,
      notice: NOTICE_MINUTES * MINUTE,
      onNear: setNear,
      onIdle: () => expire(),
    }, clock);
    const events = ["pointerdown", "keydown", "wheel"] as const;
    for (const event of events) addEventListener(event, watch.touch, { passive: true });
    document.addEventListener("visibilitychange", watch.check);
    return () => {
      watch.stop();
      setNear(false);
      for (const event of events) removeEventListener(event, watch.touch);
      document.removeEventListener("visibilitychange", watch.check);
    };
  }, [active, clock]);
  return isNear;
}
