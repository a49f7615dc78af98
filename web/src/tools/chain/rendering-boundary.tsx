import { Component, type ReactNode } from "react";
import * as TEXT from "../../../../core/texts.ts";
import { Banner } from "../../ui/feedback/banner.tsx";

interface Props {
  /** The answer that is shown. */
  of: unknown;
  /** Without the banner, if another part of the page has it. */
  quiet?: boolean;
  children: ReactNode;
}

interface State {
  of: unknown;
  reason: string | null;
  dismissed: boolean;
}

/**
 * Takes the place of a chain that could not be drawn, and says why (the specified texts are in
 * core/specified-texts.ts).
 */
export class RenderingBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, reason: null, dismissed: false };

  /** A new answer is drawn again. */
  static getDerivedStateFromProps({ of }: Props, state: State): State | null {
    return state.of === of ? null : { of, reason: null, dismissed: false };
  }

  static getDerivedStateFromError(thrown: unknown) {
    return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render() {
    const { reason, dismissed } = this.state;
    if (reason === null) return this.props.children;
    if (dismissed || this.props.quiet) return null;
    return (
      <Banner title={TEXT.chainRendering} onDismiss={() => this.setState({ dismissed: true })}>
        <p>{reason}</p>
      </Banner>
    );
  }
}
