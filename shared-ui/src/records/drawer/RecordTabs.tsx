import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useCallback, useRef } from 'react'
import { screenLabel } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { formatNumber } from '../../format/numbers.ts'
import { CssText } from '../CssText.tsx'
import { t } from '../texts.ts'
import { AllTabs } from './AllTabs.tsx'
import { tabIdOf } from './record-tabs.ts'
import type { RecordTab } from './record-tabs.ts'
import { useTabCounts } from './tab-counts.ts'
import type { ReportedCounts } from './tab-counts.ts'

export interface RecordTabsProps {
  declaration: Declaration
  pid: string
  tabs: readonly RecordTab[]
  current: RecordTab
  /** What the open tab counted itself. */
  reported: ReportedCounts
  onTab: (label: string) => void
}

/** Tabs, and where some are out of sight a menu of them all. */
const tabLine = {
  display: 'flex',
  flex: 'none',
  borderBottom: 1,
  borderColor: 'divider',
  '&:not([data-cut]) [data-all-tabs]': { display: 'none' },
  '&[data-cut] .MuiTabs-root': { paddingInline: 0 },
}

/**
 * The tabs of a record with their counts. It reads the counts itself, so that their arrival redraws the tabs
 * alone.
 */
export function RecordTabs({ declaration, pid, tabs, current, reported, onTab }: RecordTabsProps) {
  const countOf = useTabCounts(declaration, pid, reported)
  const line = useRef<HTMLDivElement>(null)
  // An attribute, not a state: scroll buttons that come and go redraw nothing else. `:has` would cost 5 ms of
  // style for each record.
  const markCut = useCallback((scrollButton: HTMLElement | null) => {
    line.current?.toggleAttribute('data-cut', scrollButton !== null)
  }, [])
  return (
    <Box ref={line} sx={tabLine}>
      <Tabs
        value={current.label}
        onChange={(_event, chosen: string) => onTab(chosen)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={t('tabs')}
        sx={{ paddingInline: 2, flex: 1, minWidth: 0 }}
        slotProps={{ scrollButtons: { ref: markCut } }}
      >
        {tabs.map((tab) => {
          const count = countOf(tab.label, tab === current)
          return (
            <Tab
              key={tab.label}
              value={tab.label}
              label={
                <span>
                  {screenLabel(tab.label)}
                  {count !== undefined && count > 0 && (
                    <CssText
                      text={formatNumber(count)}
                      sx={{ marginInlineStart: 1.5, fontWeight: 450, fontVariantNumeric: 'tabular-nums' }}
                    />
                  )}
                </span>
              }
              id={tabIdOf(tab)}
              aria-controls={`${tabIdOf(tab)}-panel`}
              // Counts are descriptions, never part of the accessible name (contract.md 9).
              aria-label={screenLabel(tab.label)}
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
  )
}
