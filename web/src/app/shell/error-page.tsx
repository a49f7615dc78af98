import { Component, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import * as TEXT from "../../../../core/texts.ts";
import { Button } from "../../ui/base/button.tsx";
import { ButtonLink } from "../../ui/navigation/button-link.tsx";
import { PageHeader, Row } from "../../ui/layout/layout.tsx";

interface Props {
  fallback: ReactNode;
  children: ReactNode;
}

/** Shows `fallback` if its children fail to load or to render. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** The page for an error while loading or rendering. The error is not shown, because it may quote input. */
export function FailedPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader
        heading={TEXT.applicationError}
        lead="We could not show this page. Loading it again usually helps. If you are offline, connect once, so that this device can store it."
      />
      <Row>
        <Button kind="filled" onClick={() => location.assign(pathname)}>Load again</Button>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </Row>
    </>
  );
}
