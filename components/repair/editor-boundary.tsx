import { Component, type ReactNode } from "react";

interface EditorBoundaryProps {
  /** Shows something else instead: called once, when what stands inside has thrown. */
  onFailure: () => void;
  children: ReactNode;
}

/** Keeps an editor that fails from taking the page along: what the learner wrote stands in the plain field. */
export class EditorBoundary extends Component<EditorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(): void {
    this.props.onFailure();
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
