import type { Layout } from '@portal/contract'
import { sizes } from '@portal/shared-ui'
import { useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { PortalKeys } from '../features/keys/PortalKeys.tsx'
import { MenuSheet } from '../features/menu/MenuSheet.tsx'
import { SideBar } from '../features/menu/SideBar.tsx'
import { t } from '../texts.ts'
import { BlankLayout } from './BlankLayout.tsx'
import { TopBar } from './TopBar.tsx'

/** Sizes of the frame, used by the style sheet as custom properties. */
const frameSizes: CSSProperties & Record<`--${string}`, string> = {
  '--side-bar': `${sizes.sideBar}px`,
  '--side-bar-folded': `${sizes.sideBarFolded}px`,
  '--top-bar': `${sizes.topBar}px`,
}

/**
 * Menu, top bar and content. `mail` gives the content the full height without a margin; `blank` renders no
 * frame.
 */
export function Frame({
  layout,
  banners,
  children,
}: {
  layout: Layout
  banners?: ReactNode
  children: ReactNode
}) {
  const [sheetOpen, setSheetOpen] = useState(false)
  if (layout === 'blank') return <BlankLayout>{children}</BlankLayout>
  return (
    <div className="frame" style={frameSizes}>
      <a className="skip-link" href="#room">
        {t('skipToContent')}
      </a>
      <SideBar />
      <div className="frame-column">
        <TopBar onOpenMenu={() => setSheetOpen(true)} />
        {banners}
        <main id="room" className="room" data-layout={layout} tabIndex={-1}>
          {children}
        </main>
      </div>
      <PortalKeys />
      {sheetOpen && <MenuSheet onClose={() => setSheetOpen(false)} />}
    </div>
  )
}
