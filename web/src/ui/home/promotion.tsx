import { useId } from "react";
import { ButtonLink } from "../navigation/button-link.tsx";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import * as styles from "./promotion.module.css";

interface PromotionProps {
  heading: string;
  text: string;
  points: readonly { icon: IconName; heading: string; text: string }[];
  action: string;
  url: string;
}

/** What the provider offers. */
export function Promotion({ heading, text, points, action, url }: PromotionProps) {
  const id = useId();
  return (
    <section className={styles.promotion} aria-labelledby={id}>
      <div>
        <h2 id={id}>{heading}</h2>
        <p className={styles.text}>{text}</p>
      </div>
      <ul className={styles.points}>
        {points.map((point) => (
          <li key={point.heading}>
            <Icon name={point.icon} size={20} />
            <div>
              <h3>{point.heading}</h3>
              <p>{point.text}</p>
            </div>
          </li>
        ))}
      </ul>
      <div>
        <ButtonLink to={url} icon="external">{action}</ButtonLink>
      </div>
    </section>
  );
}
