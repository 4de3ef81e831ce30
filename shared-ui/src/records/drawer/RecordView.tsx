import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useState } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { useShell } from '../../portal/shell-api.ts'
import type { PanelOffer } from '../../portal/shell-api.ts'
import { t } from '../texts.ts'
import { DetailsTab } from './DetailsTab.tsx'
import { PanelTab } from './PanelTab.tsx'
import { RecordHead } from './RecordHead.tsx'

interface DrawerTab {
  label: string
  offer: PanelOffer | null
}

export interface RecordViewProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
  titleId: string
  /** Name of the tab in the address; the first one when it names none. */
  tab: string | null
  onTab: (tab: string) => void
}

/** A record that has been loaded: its head, and its tabs, our own and those other remotes offer for this collection. */
export function RecordView({ declaration, record, actor, titleId, tab, onTab }: RecordViewProps) {
  const shell = useShell()
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const offered = shell.panels('record.tab', declaration.name).map((offer): DrawerTab => ({ label: offer.panel.label, offer }))
  const tabs: DrawerTab[] = [{ label: t('details'), offer: null }, ...offered]
  const current = tabs.find((each) => each.label === tab) ?? tabs[0]
  const labelOf = (each: DrawerTab) => `record-tab-${each.label.toLowerCase().replaceAll(' ', '-')}`
  if (current === undefined) return null
  return (
    <>
      <RecordHead declaration={declaration} record={record} titleId={titleId} />
      <Tabs
        value={current.label}
        onChange={(_event, label: string) => onTab(label)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('tabs')}
        sx={{ paddingInline: 2, borderBottom: 1, borderColor: 'divider', flex: 'none' }}
      >
        {tabs.map((each) => (
          <Tab
            key={each.label}
            value={each.label}
            label={each.label}
            id={labelOf(each)}
            aria-controls={`${labelOf(each)}-panel`}
            aria-description={countIn(counts, each)}
          />
        ))}
      </Tabs>
      <Box
        key={current.label}
        role="tabpanel"
        id={`${labelOf(current)}-panel`}
        aria-labelledby={labelOf(current)}
        tabIndex={0}
        sx={{ flex: 1, overflowY: 'auto', paddingInline: 5, paddingBottom: 5 }}
      >
        {current.offer === null ? (
          <DetailsTab declaration={declaration} record={record} actor={actor} />
        ) : (
          <PanelTab
            key={record.pid}
            offer={current.offer}
            collection={declaration.name}
            pid={record.pid}
            record={record}
            readOnly={false}
            onDirty={shell.reportUnsaved}
            onCount={(count) => setCounts((known) => (known[current.label] === count ? known : { ...known, [current.label]: count }))}
          />
        )}
      </Box>
    </>
  )
}

/** Counts are descriptions, never part of the accessible name (contract.md section 9). */
function countIn(counts: Readonly<Record<string, number>>, { label }: DrawerTab): string | undefined {
  const count = counts[label]
  return count === undefined ? undefined : String(count)
}
