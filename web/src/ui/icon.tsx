/** One family of icons, named by what they mean here. Decoration: the word beside them says it. */
import {
  AppWindow,
  Asterisk,
  BookOpen,
  Check,
  ChevronDown,
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Code,
  Copy,
  Download,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Headset,
  Info,
  KeyRound,
  Laptop,
  Link2,
  ListChecks,
  LockKeyhole,
  type LucideIcon,
  Menu,
  Package,
  Plus,
  ScanText,
  Search,
  Server,
  Shield,
  ShieldCheck,
  ShieldX,
  Terminal,
  TriangleAlert,
  WifiOff,
  X,
  Zap,
} from "lucide-react";
import type { IconName } from "./icon-name.ts";

const ICONS: Readonly<Record<IconName, LucideIcon>> = {
  "add": Plus,
  "api": Code,
  "bad": ShieldX,
  "book": BookOpen,
  "caa": ListChecks,
  "chain": Link2,
  "check": Check,
  "chevron": ChevronDown,
  "clock": Clock,
  "close": X,
  "copy": Copy,
  "csr": KeyRound,
  "csr-decoder": ScanText,
  "device": Laptop,
  "download": Download,
  "external": ExternalLink,
  "file": FileText,
  "good": ShieldCheck,
  "hide": EyeOff,
  "info": Info,
  "lock": LockKeyhole,
  "match": CircleCheck,
  "menu": Menu,
  "offline": WifiOff,
  "password": Asterisk,
  "pfx": Package,
  "search": Search,
  "server": Server,
  "show": Eye,
  "source": Code,
  "speed": Zap,
  "support": Headset,
  "terminal": Terminal,
  "trust": Shield,
  "unknown": CircleQuestionMark,
  "warn": TriangleAlert,
  "window": AppWindow,
};

export interface IconProps {
  name: IconName;
  /** Pixels, square. */
  size?: number;
  className?: string;
}

export function Icon({ name, size = 18, className }: IconProps) {
  const Drawing = ICONS[name];
  return (
    <Drawing size={size} strokeWidth={size >= 28 ? 1.75 : 2} className={className} aria-hidden />
  );
}
