import { Component, type ReactNode } from "react";
import { TEXT } from "../../../../core/texts.ts";
import { Banner } from "../../ui/banner.tsx";

/** In place of a picture that could not be drawn: that it could not, and why (specification, 8). */
export class RenderingBoundary
  extends Component<{ children: ReactNode }, { reason: string | null }> {
  override state = { reason: null };

  static getDerivedStateFromError(thrown: unknown) {
    return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
  }

  override render() {
    const { reason } = this.state;
    if (reason === null) return this.props.children;
    return (
      <Banner title={TEXT.chainRendering}>
        <p>{reason}</p>
      </Banner>
    );
  }
}
