import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router-dom";
import { searchRequest } from "../../intent/request.ts";
import {
  NavEntry,
  NavGroup,
  Ready,
  SearchButton,
  TopBar,
  Unconnected,
} from "../../ui/navigation/nav.tsx";
import { useOnline } from "../../lib/browser.ts";
import listed from "../routing/listed.data.ts";
import { SITE_NAME } from "../../lib/site-name.ts";
import { appState } from "../pwa/service-worker.ts";

const { tools, barTools, moreTools, apiDocs } = listed;

export function Navigation() {
  const { pathname, key } = useLocation();
  // The menu is open only for the history entry where the user opened it, so navigation closes it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const open = openAt === key;
  return (
    <TopBar
      name={SITE_NAME}
      end={
        <>
          <Badge />
          <SearchButton onClick={() => searchRequest.set("")} />
        </>
      }
      open={open}
      onToggle={() => setOpenAt(open ? null : key)}
    >
      <NavEntry to="/">Home</NavEntry>
      <NavGroup label="SSL Certificate Tools" current={pathname} entries={tools} />
      {barTools.map(({ path, label }) => <NavEntry key={path} to={path}>{label}</NavEntry>)}
      <NavGroup label="More tools" current={pathname} entries={moreTools} />
      <NavEntry to={apiDocs.path}>{apiDocs.label}</NavEntry>
    </TopBar>
  );
}

function Badge() {
  const { ready } = useSyncExternalStore(appState.subscribe, appState.get, appState.get);
  if (!useOnline()) return <Unconnected>Offline</Unconnected>;
  return ready ? <Ready>Works offline now</Ready> : null;
}
