import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { ErrorPanel } from './ErrorPanel.tsx'

export interface ErrorBoundaryProps {
  children: ReactNode
  /** Drawn instead of the usual panel. */
  fallback?: (error: unknown, retry: () => void) => ReactNode
  onError?: (error: unknown, info: ErrorInfo) => void
  onRetry?: () => void
}

interface ErrorBoundaryState {
  failed: { error: unknown } | null
}

/** Keeps a failure while rendering inside these walls and offers to try again. */
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
