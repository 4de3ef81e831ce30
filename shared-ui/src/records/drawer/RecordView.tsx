import { useEffect, useRef, useState } from 'react'
import type { Actor, AnyRecord, Declaration } from '@portal/contract'
import { usePresence } from '../../presence/use-presence.ts'
import { preloadEditors } from '../edit/FieldEditor.lazy.tsx'
import { without } from '../edit/draft.ts'
import { useSessionStorage } from '../edit/session-storage.ts'
import { LeaveGuard } from '../edit/dialogs/LeaveGuard.tsx'
import { SaveFooter } from '../edit/SaveFooter.tsx'
import { useRecordForm } from '../edit/use-record-form.ts'
import { PrintedRecord } from '../print/PrintedRecord.tsx'
import { DetailsTab } from './tabs/DetailsTab.tsx'
import type { NoteTexts } from './notes/NotesTab.tsx'
import { RecordHeader } from './RecordHeader.tsx'
import { tabIdOf, tabsOf } from './tabs/record-tabs.ts'
import type { RecordTab } from './tabs/record-tabs.ts'
import { RecordTabs } from './tabs/RecordTabs.tsx'
import { useReportedCounts } from './tabs/tab-counts.ts'
import { TabPanel } from './tabs/TabPanel.tsx'
import { OwnTab } from './tabs/OwnTab.lazy.ts'
import { SlotPanel } from '../../slots/SlotPanel.tsx'
import { useOffers } from '../../slots/use-offers.ts'
import { RecordCards } from './RecordCards.tsx'
import { ConflictDialog } from '../edit/dialogs/ConflictDialog.lazy.ts'

export interface RecordViewProps {
  declaration: Declaration
  record: AnyRecord
  actor: Actor
  titleId: string
  /** Label of the tab in the address; null opens the first tab. */
  tab: string | null
  onTab: (tab: string) => void
}

function parseTexts(value: unknown): NoteTexts | null {
  if (typeof value !== 'object' || value === null) return null
  const texts = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return texts.length === 0 ? null : Object.fromEntries(texts)
}

/**
 * A loaded record: its head, its tabs and those of other remotes, and its unsaved input. Key it by the pid.
 */
export function RecordView({ declaration, record, actor, titleId, tab, onTab }: RecordViewProps) {
  const { reported, onCount } = useReportedCounts(declaration, record.pid)
  /** Tabs of other remotes with unsaved input. They stay mounted while another tab is open. */
  const [dirty, setDirty] = useState<Readonly<Record<string, boolean>>>({})
  const [noteTexts, changeNoteTexts] = useSessionStorage(
    `notes/${declaration.name}/${record.pid}`,
    parseTexts,
  )
  const form = useRecordForm(declaration, record, actor)
  usePresence(declaration, record.pid, form.changed.at(-1) ?? null)
  const isUnsaved = form.changed.length > 0 || noteTexts !== null || Object.values(dirty).includes(true)
  const scrolls = useRef<Record<string, number>>({})
  const place = useRef<HTMLElement>(null)

  const tabs = tabsOf(declaration, actor, useOffers('record.tab', declaration.name, record))
  const current = tabs.find((each) => each.label === tab) ?? tabs[0]
  useEffect(preloadEditors, [])
  const isClean = form.changed.length === 0
  useEffect(() => {
    if (!isClean) return
    // The Save and Discard buttons disappear after use. Move the lost focus to the drawer, so that its keys
    // keep working. A closing dialog restores its focus first.
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isClean])
  if (current === undefined) return null

  const onDirty = (label: string) => (isDirty: boolean) =>
    setDirty((known) => (known[label] === isDirty ? known : { ...known, [label]: isDirty }))
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
  const about = { collection: declaration.name, pid: record.pid, record, readOnly: form.readOnly !== null }
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
      <SlotPanel
        slot="record.tab"
        offer={offer}
        input={{ ...about, onDirty: onDirty(label), onCount: onCount(label) }}
      />
    )
  }
  return (
    <>
      <RecordHeader
        declaration={declaration}
        record={record}
        actor={actor}
        titleId={titleId}
        readOnly={form.readOnly !== null}
        tab={current.label}
        changed={form.changed}
      />
      <RecordTabs
        declaration={declaration}
        pid={record.pid}
        tabs={tabs}
        current={current}
        reported={reported}
        onTab={onTab}
      />
      {tabs
        .filter((tab) => tab === current || dirty[tab.label] === true)
        .map((tab) => (
          <TabPanel
            key={tab.label}
            tabId={tabIdOf(tab)}
            isShown={tab === current}
            onShown={(element) => {
              place.current = element
              // Setting scrollTop, even to 0, forces a synchronous layout of the whole page.
              const scrollTop = scrolls.current[tab.label] ?? 0
              if (scrollTop > 0) element.scrollTop = scrollTop
            }}
            onScrolled={(scrollTop) => {
              scrolls.current[tab.label] = scrollTop
            }}
          >
            {contentOf(tab)}
            {tab === tabs[0] && <RecordCards {...about} />}
          </TabPanel>
        ))}
      <PrintedRecord
        declaration={declaration}
        record={record}
        actor={actor}
        tab={
          current.label === 'Details' ? null : { label: current.label, panelId: `${tabIdOf(current)}-panel` }
        }
      />
      <SaveFooter declaration={declaration} form={form} />
      {form.conflict !== null && (
        <ConflictDialog declaration={declaration} conflict={form.conflict} form={form} />
      )}
      {isUnsaved && <LeaveGuard onLeave={giveUp} />}
    </>
  )
}
