import type { ReactNode } from 'react'
import { Notice } from './Notice.tsx'

export interface EmptyStateProps {
  title: string
  text?: string
  icon?: string
  /** What to do next. */
  children?: ReactNode
}

/** Says that there is nothing here, and what to do about it. */
export function EmptyState(props: EmptyStateProps) {
  return <Notice {...props} heading="p" />
}
