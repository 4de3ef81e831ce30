import Box from '@mui/material/Box'
import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { formatDateTime } from '../format/dates.ts'
import { configurationAtom } from '../portal/configuration.ts'
import { t } from './texts.ts'

export interface PrintDocumentProps {
  title: string
  /** Below the title: number and status, or which records are printed. */
  subtitle: string
  /** Set for tables, which are wider than tall. */
  isLandscape?: boolean
  children: ReactNode
}

const ink = {
  color: '#000 !important',
  backgroundColor: 'transparent !important',
  boxShadow: 'none !important',
  textShadow: 'none !important',
}

/**
 * The content that is printed instead of the page, black on white, below the name of the office. The shell's
 * style sheet hides everything else in print and sets the page size (`shell/src/frame/print.css`).
 */
export function PrintDocument({ title, subtitle, isLandscape = false, children }: PrintDocumentProps) {
  const office = useAtomValue(configurationAtom)?.settings.officeName ?? ''
  const [at] = useState(() => new Date().toISOString())
  return createPortal(
    <Box
      className={isLandscape ? 'print-document is-landscape' : 'print-document'}
      sx={{
        display: 'none',
        '@media print': { display: 'block' },
        fontSize: '9.5pt',
        lineHeight: 1.35,
        ...ink,
        '& *': ink,
        '& h1': { fontSize: '16pt', lineHeight: 1.2, margin: 0 },
        '& h2': {
          fontSize: '11pt',
          margin: '12pt 0 4pt',
          paddingBottom: '2pt',
          borderBottom: '1px solid #999',
          breakAfter: 'avoid',
        },
        '& a': { textDecoration: 'none' },
        '& svg': { width: '10pt', height: '10pt' },
      }}
    >
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'space-between',
          columnGap: '12pt',
          marginBottom: '8pt',
          fontSize: '8.5pt',
        }}
      >
        <strong>{office}</strong>
        <span>{t('printed', { at: formatDateTime(at) })}</span>
      </Box>
      <h1>{title}</h1>
      <Box>{subtitle}</Box>
      {children}
    </Box>,
    document.body,
  )
}
