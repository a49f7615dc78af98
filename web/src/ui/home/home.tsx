import * as styles from "./home.module.css";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import type { ReactNode } from "react";
import * as cardStyles from "../layout/card.module.css";
import { classNames } from "../../lib/text.ts";
import { Link } from "../navigation/link.tsx";
import { ButtonLink } from "../navigation/button-link.tsx";

interface HeroProps {
  heading: string;
  lead: string;
  points: readonly { icon: IconName; text: string }[];
}

/** The main heading of the home page, with the promises of the product. */
export function Hero({ heading, lead, points }: HeroProps) {
  return (
    <header className={styles.hero}>
      <h1 tabIndex={-1}>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      <ul className={styles.promises}>
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

interface LinkCardProps {
  to: string;
  icon: IconName;
  heading: string;
  children: ReactNode;
}

/** A card that is one large link. */
export function LinkCard({ to, icon, heading, children }: LinkCardProps) {
  return (
    <article className={classNames(cardStyles.card, cardStyles.link)}>
      <Icon name={icon} size={26} />
      <h3>
        <Link to={to}>{heading}</Link>
      </h3>
      <p>{children}</p>
    </article>
  );
}

interface PromotionProps {
  heading: string;
  text: string;
  points: readonly { icon: IconName; heading: string; text: string }[];
  action: string;
  url: string;
}

/** An advertisement of the provider. */
export function Promotion({ heading, text, points, action, url }: PromotionProps) {
  return (
    <section className={styles.promotion}>
      <div>
        <h2>{heading}</h2>
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
