import { useEffect, useRef } from 'react'
import type { FolderStep } from '@portal/contract'
import { Box, Breadcrumbs, Typography } from '@portal/shared-ui/mui'
import { t } from '../../texts.ts'
import { useMoveTarget } from './drag-move.ts'
import { FolderLink } from './FolderLink.tsx'
import { useFileBrowser } from './file-browser-context.ts'

const longest = {
  maxWidth: '32ch',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
} as const

/** A folder in the path: a link, and a drop target for files of the open folder. */
function Step({ pid, name }: { pid: string | null; name: string }) {
  const { isOver, ...target } = useMoveTarget(pid)
  return (
    <Box
      {...target}
      sx={{ outline: isOver ? '2px dashed' : 'none', outlineOffset: 4, outlineColor: 'primary.main' }}
    >
      <FolderLink to={{ folder: pid }} title={name} sx={{ ...longest, display: 'block' }}>
        <bdi>{name}</bdi>
      </FolderLink>
    </Box>
  )
}

/**
 * Breadcrumbs from the root to the open folder (`path` is empty at the top). Opening a folder moves the focus
 * to its name here.
 */
export function FolderBreadcrumbs({ path }: { path: readonly FolderStep[] }) {
  const { root, title } = useFileBrowser()
  const here = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(null)
  const steps = [{ pid: null, name: title }, ...path]
  const current = path.at(-1)?.pid ?? root
  useEffect(() => {
    if (shown.current !== null && shown.current !== current) here.current?.focus()
    shown.current = current
  }, [current])
  return (
    <Breadcrumbs aria-label={t('way')} maxItems={5} itemsAfterCollapse={2} sx={{ fontSize: 'inherit' }}>
      {steps.map(({ pid, name }, index) =>
        index === steps.length - 1 ? (
          <Typography
            key="here"
            ref={here}
            tabIndex={-1}
            aria-current="page"
            title={name}
            sx={{ ...longest, fontWeight: 600, color: 'text.primary' }}
          >
            <bdi>{name}</bdi>
          </Typography>
        ) : (
          <Step key={pid ?? root} pid={pid} name={name} />
        ),
      )}
    </Breadcrumbs>
  )
}
