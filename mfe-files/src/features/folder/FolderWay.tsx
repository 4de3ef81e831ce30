import { useEffect, useRef } from 'react'
import type { FolderStep, SharedRoot } from '@portal/contract'
import { Breadcrumbs, MuiLink, Typography } from '@portal/shared-ui/mui'
import { Link } from '@portal/shared-ui/router'
import { folderPath } from '../../paths.ts'
import { t } from '../../texts.ts'

export interface FolderWayProps {
  root: SharedRoot
  /** From the top of the root down to the open folder; empty at the top. */
  path: readonly FolderStep[]
}

const longest = { maxWidth: '32ch', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Breadcrumbs from the root to the open folder. Whoever opens a folder finds the focus on its name here. */
export function FolderWay({ root, path }: FolderWayProps) {
  const here = useRef<HTMLElement>(null)
  const shown = useRef<string | null>(null)
  const steps = [{ pid: null, name: t(root) }, ...path]
  const current = path.at(-1)?.pid ?? root
  useEffect(() => {
    if (shown.current !== null && shown.current !== current) here.current?.focus()
    shown.current = current
  }, [current])
  return (
    <Breadcrumbs aria-label={t('way')} maxItems={5} itemsAfterCollapse={2} sx={{ fontSize: 'inherit' }}>
      {steps.map(({ pid, name }, place) =>
        place === steps.length - 1 ? (
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
          <MuiLink key={pid ?? root} component={Link} to={folderPath(root, pid)} title={name} sx={{ ...longest, display: 'block' }}>
            <bdi>{name}</bdi>
          </MuiLink>
        ),
      )}
    </Breadcrumbs>
  )
}
