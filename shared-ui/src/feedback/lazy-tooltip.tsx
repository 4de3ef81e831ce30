import type { ComponentType, ReactNode } from 'react'
import { lazyComponent } from './lazy-part.tsx'

export interface LazyTooltipProps {
  title: ReactNode
  children: ReactNode
}

/**
 * A tooltip whose code loads when it first has a text. What it explains is shown without it: while its title is
 * empty, while it loads, and where it cannot be loaded.
 */
export function lazyTooltip<Props extends LazyTooltipProps>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const bare = ({ children }: Props) => children
  const Part = lazyComponent(load, {
    fallback: bare,
    failed: (_error, _retry, props) => bare(props),
    prefetch: true,
  })
  return function Tooltip(props: Props) {
    return props.title === '' ? bare(props) : <Part {...props} />
  }
}
