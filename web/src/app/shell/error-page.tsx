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

/** Shows `fallback` in place of what could not be loaded or drawn. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}

/** An address that is no page. */
export function UnknownPage() {
  return (
    <>
      <PageHeader
        heading={TEXT.applicationError}
        lead="There is no page at this address. The tools are all in the menu above."
      />
      <ButtonLink to="/" kind="filled">Go to the home page</ButtonLink>
    </>
  );
}

/** A page that failed while loading or drawing. The error itself may quote input: not shown. */
export function FailedPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader
        heading={TEXT.applicationError}
        lead="This page could not be shown. Loading it again usually helps; if you are offline, connect once so that it can be kept on this device."
      />
      <Row>
        <Button kind="filled" onClick={() => location.assign(pathname)}>Load again</Button>
        <ButtonLink to="/">Go to the home page</ButtonLink>
      </Row>
    </>
  );
}
