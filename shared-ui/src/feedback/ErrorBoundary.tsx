import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Rendered instead of the default panel. */
  fallback?: (error: unknown, retry: () => void) => ReactNode
  onError?: (error: unknown, info: ErrorInfo) => void
  onRetry?: () => void
}

interface ErrorBoundaryState {
  failed: { error: unknown } | null
}

/** Contains a render error and offers a retry. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failed: null }

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { failed: { error } }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info)
  }

  readonly retry = (): void => {
    this.props.onRetry?.()
    this.setState({ failed: null })
  }

  override render(): ReactNode {
    const { failed } = this.state
    if (failed === null) return this.props.children
    return (
      this.props.fallback?.(failed.error, this.retry) ?? (
        <ErrorPanel error={failed.error} onRetry={this.retry} />
      )
    )
  }
}
