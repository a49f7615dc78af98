import { memo } from "react";
import { classNames } from "../../lib/text.ts";
import { Icon } from "../base/icon.tsx";
import type { IconName } from "../base/icon-name.ts";
import { Hidden } from "../base/hidden.tsx";
import * as styles from "./object-tree.module.css";
import { StatusPill } from "../feedback/status.tsx";
import type { Tone } from "../base/tone.ts";
import { Value } from "./value.tsx";

export interface ObjectNode {
  key: string;
  id: number;
  icon: IconName;
  title: string;
  /** Facts about the object, a few words each. */
  facts: readonly string[];
  status?: { tone: Tone; text: string };
  /** The relation to the object above, for screen readers. */
  relation?: string;
  /** The relation to the object above cannot be verified. */
  unproven?: boolean;
  children: readonly ObjectNode[];
}

interface ObjectTreeProps {
  label: string;
  nodes: readonly ObjectNode[];
  selected: number | null;
  onSelect: (id: number) => void;
}

/** A tree of cards. Each object is below the object that it belongs to. */
export const ObjectTree = memo(({ label, ...rest }: ObjectTreeProps) => (
  <List label={label} {...rest} top />
));

function List(
  { label, nodes, selected, onSelect, top }: Omit<ObjectTreeProps, "label"> & {
    label?: string;
    top?: boolean;
  },
) {
  return (
    <ul className={classNames(styles.list, top && styles.top)} aria-label={label}>
      {nodes.map((node) => (
        <Item
          key={node.key}
          node={node}
          selected={selected !== null && holds(node, selected) ? selected : null}
          onSelect={onSelect}
        />
      ))}
    </ul>
  );
}

const holds = ({ id, children }: ObjectNode, wanted: number): boolean =>
  id === wanted || children.some((child) => holds(child, wanted));

interface ItemProps extends Pick<ObjectTreeProps, "selected" | "onSelect"> {
  node: ObjectNode;
}

/** Renders again only when its props change: a selection among hundreds of items renders those with a changed card. */
const Item = memo(({ node, selected, onSelect }: ItemProps) => (
  <li className={styles.item} data-unproven={node.unproven}>
    <Card
      id={node.id}
      icon={node.icon}
      title={node.title}
      facts={node.facts}
      status={node.status}
      relation={node.relation}
      current={node.id === selected}
      onSelect={onSelect}
    />
    {node.children.length > 0 && (
      <List nodes={node.children} selected={selected} onSelect={onSelect} />
    )}
  </li>
));

type CardProps = Omit<ObjectNode, "key" | "unproven" | "children"> & {
  current: boolean;
  onSelect: (id: number) => void;
};

/** Renders again only when its props change: a selection among hundreds of cards renders two. */
const Card = memo(({ id, icon, title, facts, status, relation, current, onSelect }: CardProps) => (
  <button
    type="button"
    className={styles.card}
    aria-current={current || undefined}
    onClick={() => onSelect(id)}
  >
    <Icon name={icon} size={18} />
    <span className={styles.words}>
      <span className={styles.title}>
        <Value>{title}</Value>
      </span>
      <span className={styles.facts}>
        {facts.map((fact, index) => <Value key={index}>{fact}</Value>)}
      </span>
      {relation && <Hidden>, {relation}</Hidden>}
    </span>
    {status && <StatusPill tone={status.tone}>{status.text}</StatusPill>}
  </button>
));
