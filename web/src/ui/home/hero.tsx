import * as styles from "./hero.module.css";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";

interface HeroProps {
  heading: string;
  lead: string;
  points: readonly { icon: IconName; text: string }[];
}

/** What the product is, in one line, and what it promises. */
export function Hero({ heading, lead, points }: HeroProps) {
  return (
    <header className={styles.hero}>
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.points}>
        {points.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} size={18} />
            {text}
          </li>
        ))}
      </ul>
    </header>
  );
}
