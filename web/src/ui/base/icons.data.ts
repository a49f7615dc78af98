/**
 * The icons by their meaning, as the markup inside their <svg>. The build evaluates this file, so the
 * app does not load the icon library.
 */
import {
  AppWindow,
  Asterisk,
  Check,
  ChevronDown,
  CircleCheck,
  CircleQuestionMark,
  Code,
  Copy,
  Download,
  ExternalLink,
  Eye,
  FileBadge,
  FileText,
  FolderOpen,
  Headset,
  Info,
  Key,
  KeyRound,
  Laptop,
  Link2,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  Menu,
  Package,
  Plus,
  ScanSearch,
  ScanText,
  Search,
  Server,
  Share2,
  Shield,
  ShieldCheck,
  ShieldX,
  TriangleAlert,
  WifiOff,
  X,
  Zap,
} from "lucide-react";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const ICONS = {
  "add": Plus,
  "api": Code,
  "bad": ShieldX,
  "caa": ListChecks,
  "chain": Link2,
  "certificate": FileBadge,
  "check": Check,
  "chevron": ChevronDown,
  "close": X,
  "copy": Copy,
  "csr": KeyRound,
  "csr-decoder": ScanText,
  "device": Laptop,
  "download": Download,
  "external": ExternalLink,
  "file": FileText,
  "folder": FolderOpen,
  "good": ShieldCheck,
  "info": Info,
  "inspect": ScanSearch,
  "key": Key,
  "lock": LockKeyhole,
  "match": CircleCheck,
  "menu": Menu,
  "offline": WifiOff,
  "password": Asterisk,
  "pfx": Package,
  "search": Search,
  "server": Server,
  "share": Share2,
  "show": Eye,
  "source": Code,
  "speed": Zap,
  "support": Headset,
  "trust": Shield,
  "unknown": CircleQuestionMark,
  "warn": TriangleAlert,
  "window": AppWindow,
} satisfies Readonly<Record<string, LucideIcon>>;

function markupOf(icon: LucideIcon): string {
  const whole = renderToStaticMarkup(createElement(icon));
  return whole.slice(whole.indexOf(">") + 1, whole.lastIndexOf("</svg>"))
    .replaceAll(/<(\w+)([^>]*)><\/\1>/g, "<$1$2/>");
}

const markup = Object.fromEntries(
  Object.entries(ICONS).map(([name, icon]) => [name, markupOf(icon)]),
) as Record<keyof typeof ICONS, string>;
export default markup;
