/** The policy tree of RFC 5280, which can grow exponentially. Tests compare the graph with it. */
import type { PolicyExtensions } from "../../../core/x509/path/policies.ts";
import type { PolicySettings } from "../../../core/x509/rules/rule.ts";

export const ANY = "2.5.29.32.0";

/** A node of RFC 5280's tree, whose size can double with every certificate. */
interface TreeNode {
  policy: string;
  expected: string[];
  children: TreeNode[];
  parent: TreeNode | null;
}

/** RFC 5280, 6.1.2 to 6.1.5, literally. Returns the policies, or null if the path fails. */
export function byTree(
  certificates: readonly PolicyExtensions[],
  settings: PolicySettings,
): string[] | null {
  const n = certificates.length;
  let explicit = settings.requireExplicit ? 0 : n + 1;
  let mapping = settings.inhibitMapping ? 0 : n + 1;
  let inhibitAny = settings.inhibitAny ? 0 : n + 1;
  let tree: TreeNode | null = { policy: ANY, expected: [ANY], children: [], parent: null };
  const atDepth = (depth: number): TreeNode[] => {
    let nodes = tree === null ? [] : [tree];
    for (let i = 0; i < depth; i++) nodes = nodes.flatMap(({ children }) => children);
    return nodes;
  };
  const grow = (parent: TreeNode, policy: string, expected = [policy]) =>
    parent.children.push({ policy, expected, children: [], parent });
  const remove = (node: TreeNode) => {
    if (node.parent === null) tree = null;
    else node.parent.children.splice(node.parent.children.indexOf(node), 1);
  };
  const prune = (depth: number) => {
    for (let d = depth - 1; d >= 0; d--) {
      for (const node of atDepth(d)) if (node.children.length === 0) remove(node);
    }
  };
  for (const [place, certificate] of certificates.entries()) {
    const i = place + 1;
    const { policies, isSelfIssued, mappings } = certificate;
    if (policies !== null && tree !== null) {
      const before = atDepth(i - 1);
      for (const policy of new Set(policies)) {
        if (policy === ANY) continue;
        const matching = before.filter(({ expected }) => expected.includes(policy));
        for (const node of matching) grow(node, policy);
        if (matching.length === 0) {
          for (const node of before) if (node.policy === ANY) grow(node, policy);
        }
      }
      if (policies.includes(ANY) && (inhibitAny > 0 || (i < n && isSelfIssued))) {
        for (const node of before) {
          for (const policy of node.expected) {
            if (!node.children.some((child) => child.policy === policy)) grow(node, policy);
          }
        }
      }
      prune(i);
    }
    if (policies === null) tree = null;
    if (explicit === 0 && tree === null) return null;
    if (i === n) break;
    if (mappings.some((one) => one.issuerDomainPolicy === ANY || one.subjectDomainPolicy === ANY)) {
      return null;
    }
    for (const from of new Set(mappings.map(({ issuerDomainPolicy }) => issuerDomainPolicy))) {
      const to = mappings.filter((one) => one.issuerDomainPolicy === from)
        .map(({ subjectDomainPolicy }) => subjectDomainPolicy);
      const nodes = atDepth(i).filter(({ policy }) => policy === from);
      if (mapping === 0) {
        for (const node of nodes) remove(node);
        prune(i);
      } else if (nodes.length > 0) { for (const node of nodes) node.expected = [...new Set(to)]; }
      else {
        const any = atDepth(i).find(({ policy }) => policy === ANY);
        if (any) grow(any.parent!, from, [...new Set(to)]);
      }
    }
    if (!isSelfIssued) {
      explicit = Math.max(explicit - 1, 0);
      mapping = Math.max(mapping - 1, 0);
      inhibitAny = Math.max(inhibitAny - 1, 0);
    }
    explicit = Math.min(explicit, certificate.requireExplicitPolicy ?? Infinity);
    mapping = Math.min(mapping, certificate.inhibitPolicyMapping ?? Infinity);
    inhibitAny = Math.min(inhibitAny, certificate.inhibitAnyPolicy ?? Infinity);
  }
  explicit = Math.max(explicit - 1, 0);
  if (certificates[n - 1].requireExplicitPolicy === 0) explicit = 0;
  // 6.1.5 (g)
  const { initial } = settings;
  const nodes = () => {
    const found: TreeNode[] = [];
    for (let depth = 1; depth <= n; depth++) found.push(...atDepth(depth));
    return found.filter(({ parent }) => parent!.policy === ANY);
  };
  if (tree !== null && initial !== null) {
    for (const node of nodes()) {
      if (node.policy !== ANY && !initial.includes(node.policy)) remove(node);
    }
    const any = atDepth(n).find(({ policy }) => policy === ANY);
    if (any) {
      const known = nodes().map(({ policy }) => policy);
      for (const policy of initial) if (!known.includes(policy)) grow(any.parent!, policy);
      remove(any);
    }
    prune(n);
  }
  if (explicit === 0 && tree === null) return null;
  const last = new Set(atDepth(n));
  const valid = nodes().filter((node) => node.policy !== ANY || last.has(node));
  return [...new Set(valid.map(({ policy }) => policy))].sort();
}
