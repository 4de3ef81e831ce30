import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useAtomValue } from 'jotai'
import { useEffect, useRef, useState } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { lazyPart } from '../../feedback/lazy-part.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { panelNewsAtom } from '../../portal/panel-news.ts'
import { useShell } from '../../portal/shell-api.ts'
import { preloadEditors } from '../edit/FieldEditor.tsx'
import { without } from '../edit/draft.ts'
import { useKept } from '../edit/kept.ts'
import { LeaveGuard } from '../edit/LeaveGuard.tsx'
import { SaveFoot } from '../edit/SaveFoot.tsx'
import { useRecordForm } from '../edit/use-record-form.ts'
import { Drawn } from '../Drawn.tsx'
import { PrintedRecord } from '../print/PrintedRecord.tsx'
import { t } from '../texts.ts'
import { AllTabs } from './AllTabs.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import type { NoteTexts } from './lazy/NotesTab.tsx'
import { PanelTab } from './PanelTab.tsx'
import { RecordHead } from './RecordHead.tsx'
import { tabsOf } from './record-tabs.ts'
import type { RecordTab } from './record-tabs.ts'
import { useTabCounts } from './tab-counts.ts'
import { TabPanel } from './TabPanel.tsx'

const OwnTab = lazyPart(() => import('./lazy/OwnTab.tsx'))
const ConflictDialog = lazyPart(() => import('../edit/lazy/ConflictDialog.tsx'))

export interface RecordViewProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
  titleId: string
  /** Name of the tab in the address; the first one when it names none. */
  tab: string | null
  onTab: (tab: string) => void
}

function parseTexts(value: unknown): NoteTexts | null {
  if (typeof value !== 'object' || value === null) return null
  const texts = Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return texts.length === 0 ? null : Object.fromEntries(texts)
}

/** Tabs, and where some are out of sight a menu of them all. */
const tabLine = {
  display: 'flex',
  flex: 'none',
  borderBottom: 1,
  borderColor: 'divider',
  '&:not(:has(.MuiTabScrollButton-root)) [data-all-tabs]': { display: 'none' },
}

const idOf = ({ label }: RecordTab) => `record-tab-${label.toLowerCase().replaceAll(' ', '-')}`

/** A record that has been loaded: its head, its tabs, our own and those of other remotes, and what of it is not saved. Key it by the pid. */
export function RecordView({ declaration, record, actor, titleId, tab, onTab }: RecordViewProps) {
  const shell = useShell()
  const { countOf, onCount } = useTabCounts(declaration, record.pid)
  /** Tabs of other remotes in which something is typed: they stay as they are while another tab is open. */
  const [dirty, setDirty] = useState<Readonly<Record<string, boolean>>>({})
  const [noteTexts, changeNoteTexts] = useKept(`notes/${declaration.name}/${record.pid}`, parseTexts)
  const form = useRecordForm(declaration, record, actor)
  const isUnsaved = form.changed.length > 0 || noteTexts !== null || Object.values(dirty).includes(true)
  const scrolls = useRef<Record<string, number>>({})
  const place = useRef<HTMLElement>(null)

  // Which panels the shell offers may change while the record is open.
  useAtomValue(panelNewsAtom)
  const tabs = tabsOf(declaration, actor, shell.panels('record.tab', declaration.name))
  const current = tabs.find((each) => each.label === tab) ?? tabs[0]
  useEffect(preloadEditors, [])
  const isClean = form.changed.length === 0
  useEffect(() => {
    if (!isClean) return
    // Save and Discard take their buttons away with them; the keys of the drawer go on working. A closing dialog gives its focus back first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isClean])
  if (current === undefined) return null

  const onDirty = (label: string) => (isDirty: boolean) => setDirty((known) => (known[label] === isDirty ? known : { ...known, [label]: isDirty }))
  const onNoteText = (key: string, text: string | null) =>
    changeNoteTexts((before) => {
      const others = without(before ?? {}, key)
      const next = text === null ? others : { ...others, [key]: text }
      return Object.keys(next).length === 0 ? null : next
    })
  const giveUp = () => {
    form.discard()
    changeNoteTexts(() => null)
    setDirty({})
  }
  const contentOf = ({ label, offer }: RecordTab) => {
    if (label === 'Details') return <DetailsTab declaration={declaration} record={record} form={form} />
    if (offer === null) {
      return (
        <OwnTab
          label={label}
          declaration={declaration}
          record={record}
          form={form}
          noteTexts={noteTexts ?? {}}
          onNoteText={onNoteText}
          onCount={onCount(label)}
        />
      )
    }
    return (
      <PanelTab
        offer={offer}
        collection={declaration.name}
        pid={record.pid}
        record={record}
        readOnly={form.readOnly !== null}
        onDirty={onDirty(label)}
        onCount={onCount(label)}
      />
    )
  }
  return (
    <>
      <RecordHead declaration={declaration} record={record} actor={actor} titleId={titleId} readOnly={form.readOnly !== null} tab={current.label} />
      <Box sx={tabLine}>
        <Tabs
          value={current.label}
          onChange={(_event, chosen: string) => onTab(chosen)}
          variant="scrollable"
          scrollButtons="auto"
          aria-label={t('tabs')}
          sx={{ paddingInline: 2, '&:has(.MuiTabScrollButton-root)': { paddingInline: 0 }, flex: 1, minWidth: 0 }}
        >
          {tabs.map((each) => {
            const count = countOf(each.label, each === current)
            return (
              <Tab
                key={each.label}
                value={each.label}
                label={
                  <span>
                    {each.label}
                    {count !== undefined && count > 0 && (
                      <Drawn text={formatNumber(count)} sx={{ marginLeft: 1.5, fontWeight: 450, fontVariantNumeric: 'tabular-nums' }} />
                    )}
                  </span>
                }
                id={idOf(each)}
                aria-controls={`${idOf(each)}-panel`}
                // Counts are descriptions, never part of the accessible name (contract.md section 9).
                aria-label={each.label}
                aria-description={count === undefined ? undefined : formatNumber(count)}
              />
            )
          })}
        </Tabs>
        <AllTabs
          labels={tabs.map(({ label }) => label)}
          current={current.label}
          countOf={(label) => countOf(label, label === current.label)}
          onTab={onTab}
        />
      </Box>
      {tabs
        .filter((each) => each === current || dirty[each.label] === true)
        .map((each) => (
          <TabPanel
            key={each.label}
            tabId={idOf(each)}
            isShown={each === current}
            onShown={(element) => {
              place.current = element
              // Setting it at all makes the browser lay the whole page out at once.
              const scrollTop = scrolls.current[each.label] ?? 0
              if (scrollTop > 0) element.scrollTop = scrollTop
            }}
            onScrolled={(scrollTop) => {
              scrolls.current[each.label] = scrollTop
            }}
          >
            {contentOf(each)}
          </TabPanel>
        ))}
      <PrintedRecord
        declaration={declaration}
        record={record}
        actor={actor}
        tab={current.label === 'Details' ? null : { label: current.label, panelId: `${idOf(current)}-panel` }}
      />
      <SaveFoot declaration={declaration} form={form} />
      {form.conflict !== null && <ConflictDialog declaration={declaration} conflict={form.conflict} form={form} />}
      {isUnsaved && <LeaveGuard onLeave={giveUp} />}
    </>
  )
}
