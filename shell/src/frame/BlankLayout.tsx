import type { ReactNode } from 'react'

/** A page without menu and top bar. */
export function BlankLayout({ children }: { children: ReactNode }) {
  return <main className="blank-layout">{children}</main>
}
