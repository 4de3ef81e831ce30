import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useCallback, useRef } from 'react'
import { screenLabel } from '@portal/contract'
import type { Declaration } from '@portal/contract'
import { formatNumber } from '../../../format/numbers.ts'
import { CssText } from '../../grid/CssText.tsx'
import { t } from '../../texts.ts'
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
  /** The counts that opened tabs report. */
  reported: ReportedCounts
  onTab: (label: string) => void
}

/** The tab bar. If some tabs do not fit, a menu of all tabs is shown. */
const tabLine = {
  display: 'flex',
  flex: 'none',
  borderBottom: 1,
  borderColor: 'divider',
  '&:not([data-cut]) [data-all-tabs]': { display: 'none' },
  '&[data-cut] .MuiTabs-root': { paddingInline: 0 },
}

/**
 * The tabs of a record with their counts. The component loads the counts itself, so that only the tabs
 * rerender when they arrive.
 */
export function RecordTabs({ declaration, pid, tabs, current, reported, onTab }: RecordTabsProps) {
  const countOf = useTabCounts(declaration, pid, reported)
  const line = useRef<HTMLDivElement>(null)
  // Set as an attribute, not as state, so that scroll buttons cause no rerender. `:has` would cost 5 ms of
  // style calculation per record.
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
