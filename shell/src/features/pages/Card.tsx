import type { ReactNode } from 'react'
import { PageHeading } from '../../navigation/PageHeading.tsx'
import { Logo } from '../../frame/Logo.tsx'

/** One card in the center of an empty page. */
export function Card({ heading, children }: { heading?: string; children: ReactNode }) {
  return (
    <div className="card">
      <Logo size={40} />
      {heading === undefined ? <PageHeading /> : <PageHeading>{heading}</PageHeading>}
      {children}
    </div>
  )
}
