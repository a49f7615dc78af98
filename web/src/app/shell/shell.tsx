/** The frame of every page: navigation, footer and metadata. */
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { provider } from "../../../../core/provider.ts";
import type { Offer } from "../../arrivals/receive.ts";
import { ConfirmProvider } from "../../ui/feedback/confirm.tsx";
import { SelectInline } from "../../ui/form/select-inline.tsx";
import { Button } from "../../ui/base/button.tsx";
import { Main } from "../../ui/layout/layout.tsx";
import { Link } from "../../ui/navigation/link.tsx";
import { Corner } from "../../ui/feedback/toast.tsx";
import { Footer, SkipLink } from "../../ui/navigation/nav.tsx";
import { useHere } from "../../lib/hooks.ts";
import { InstallButton, Prompts } from "../pwa/prompts.tsx";
import { listenForArrivals, openLaunchedFiles } from "./listen.ts";
import listed from "../routing/listed.data.ts";
import type { Arrival } from "../../hand-over/hand-over.ts";
import { Navigation } from "./navigation.tsx";
import { useHead } from "../routing/use-head.ts";
import { useScrollPosition } from "../routing/scroll.ts";
import { listenForKeys } from "../../intent/keys.ts";
import { searchRequest, shortcutsRequest } from "../../intent/request.ts";
import { useModule } from "../../lib/load.ts";
import { useSetting } from "../../lib/store.ts";
import { cornerToast } from "../../ui/feedback/corner-toast.ts";
import { type Theme, themeSetting } from "../../start/theme.ts";

/** Loaded with the first paste or drop outside of a field. */
const Offered = lazy(async () => ({
  default: (await import("../../arrivals/offers.tsx")).Offered,
}));

/** Loaded when the user asks for it. */
const Privacy = lazy(() => import("./privacy.tsx"));

/** Loaded after the first page is drawn. A lazy component would delay the page's own code. */
const loadSearchLayer = () => import("../../intent/search-layer.tsx");

const isSearchOpen = () => searchRequest.get() !== null;

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const isSearching = useSyncExternalStore(searchRequest.subscribe, isSearchOpen, isSearchOpen);
  const { subscribe, get } = shortcutsRequest;
  const isListing = useSyncExternalStore(subscribe, get, get);
  const layer = useModule(loadSearchLayer, isSearching || isListing, undefined, true);
  const go = useEffectEvent((path: string) => navigate(path));
  useScrollPosition();
  useHead(pathname);
  useEffect(() => openLaunchedFiles(go), []);
  // A key that comes before the search has loaded opens it then.
  useEffect(
    () =>
      listenForKeys((what) =>
        what === "search" ? searchRequest.set("") : shortcutsRequest.set(true)
      ),
    [],
  );
  const [offer, setOffer] = useState<{ of: Offer; at: string } | null>(null);
  const [privacy, setPrivacy] = useState(false);
  const newest = useRef<Promise<Arrival>>(null);
  const receive = useEffectEvent(async (arriving: Promise<Arrival>) => {
    newest.current = arriving;
    const { receive } = await import("../../arrivals/receive.ts");
    const of = await receive(await arriving);
    // An earlier paste may resolve after a later one; keep only the latest.
    if (newest.current === arriving) setOffer(of && { of, at: location.pathname });
  });
  useEffect(() => listenForArrivals((arriving) => void receive(arriving).catch(() => {})), []);

  return (
    <ConfirmProvider page={pathname}>
      <SkipLink />
      <Navigation />
      <Main>{children}</Main>
      <Footer
        end={
          <>
            <Button kind="quiet" size="small" flush onClick={() => setPrivacy(true)}>
              Privacy
            </Button>
            <Link to={listed.csrPopupDocs.path}>{listed.csrPopupDocs.label}</Link>
            <InstallButton />
            <ThemeChoice />
          </>
        }
      >
        © <Year /> <a href={provider.url} rel="noopener">{provider.name}</a>
        {" · "}
        <a href={provider.source} rel="noopener">Source</a>
        {` · Version ${import.meta.env.VERSION}`}
      </Footer>
      {layer && <layer.default />}
      {privacy && (
        <Suspense>
          <Privacy onClose={() => setPrivacy(false)} />
        </Suspense>
      )}
      <Corner>
        {offer?.at === pathname && (
          <Suspense>
            <Offered offer={offer.of} onClose={() => setOffer(null)} />
          </Suspense>
        )}
        {useSyncExternalStore(cornerToast.subscribe, cornerToast.get, cornerToast.get)}
        <Prompts />
      </Corner>
    </ConfirmProvider>
  );
}

/** The current year. The prerendered page contains the year of the build. */
function Year() {
  return useHere(() => new Date().getFullYear(), import.meta.env.BUILD_YEAR);
}

const THEME_LABELS: Readonly<Record<Theme, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
};

function ThemeChoice() {
  const [theme, setTheme] = useSetting(themeSetting);
  return (
    <SelectInline
      label="Theme"
      value={theme}
      options={Object.entries(THEME_LABELS).map(([value, text]) => ({ value, text }))}
      onChange={(value) => setTheme(value as Theme)}
    />
  );
}
