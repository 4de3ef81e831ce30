import { whyNotManagePeople, whyNotNote, screenLabel } from '@portal/contract'
import {
  actorAtom,
  colourModeAtom,
  Icon,
  isAdministratorAtom,
  leastLetters,
  newMailUrl,
  offerKey,
  offerLabel,
  recordSearchQuery,
  startAction,
  useActionParts,
  useDeclarations,
  useNewMail,
  useOffers,
  useShell,
  userAtom,
} from '@portal/shared-ui'
import type { ColourMode } from '@portal/shared-ui'
import { Box, Dialog, InputBase, ListItemButton, ListItemText, Typography } from '@portal/shared-ui/mui'
import { useQuery } from '@portal/shared-ui/query'
import { useAtomValue, useSetAtom, useStore } from '@portal/shared-ui/state'
import type { PortalStore } from '@portal/shared-ui/state'
import { useEffect, useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import {
  mdiAccountGroupOutline,
  mdiBellOutline,
  mdiCalendarMonthOutline,
  mdiChartBoxOutline,
  mdiCogOutline,
  mdiKeyOutline,
  mdiLogoutVariant,
  mdiPlus,
  mdiThemeLightDark,
  mdiWeatherNight,
  mdiWhiteBalanceSunny,
} from '../../icons.ts'
import { resolveRoute } from '../../navigation/resolve-route.ts'
import { menuAtom, routeContextAtom } from '../../navigation/navigation.state.ts'
import { t as shellTexts } from '../../texts.ts'
import { createChoices, fits, pageChoices, recordChoices } from './choices.ts'
import type { Choice } from './choices.ts'
import { t } from './texts.ts'

export interface PaletteProps {
  /** Ends the session; `leave` goes to the sign-in page. */
  signOut: (store: PortalStore, leave: () => void) => Promise<void>
  /** The text typed so far; keys may be pressed before this code has loaded. */
  typed: string
  onTyped: (typed: string) => void
  onClose: () => void
}

const typingPauseMs = 150
const noteId = 'create note'
/**
 * Groups that are available immediately come first, so that the selection does not move when records are
 * found.
 */
const groups = ['pages', 'create', 'records', 'actions'] as const

const modes: readonly { mode: ColourMode; label: () => string; icon: string }[] = [
  { mode: 'light', label: () => t('light'), icon: mdiWhiteBalanceSunny },
  { mode: 'dark', label: () => t('dark'), icon: mdiWeatherNight },
  { mode: 'system', label: () => t('system'), icon: mdiThemeLightDark },
]

function useActions(signOut: PaletteProps['signOut']): Choice[] {
  const shell = useShell()
  const store = useStore()
  const setMode = useSetAtom(colourModeAtom)
  const isAdministrator = useAtomValue(isAdministratorAtom)
  const leave = () => signOut(store, () => shell.navigate('/login'))
  const action = (label: string, icon: string, act: () => void): Choice => ({
    id: `action ${label}`,
    group: 'actions',
    label,
    hint: '',
    icon,
    act,
  })
  return [
    ...(isAdministrator ? [action(t('settings'), mdiCogOutline, () => shell.navigate('/settings'))] : []),
    ...modes.map(({ mode, label, icon }) => action(label(), icon, () => setMode(mode))),
    action(t('signOut'), mdiLogoutVariant, () => void leave()),
  ]
}

/** Pages outside `Main` that the viewer may open. */
function usePagesBesideMenu(go: (url: string) => void): Choice[] {
  const surroundings = useAtomValue(routeContextAtom)
  const actor = useAtomValue(actorAtom)
  const pages = [
    { path: '/permits/overview', label: shellTexts('overview'), icon: mdiChartBoxOutline },
    { path: '/calendar', label: shellTexts('calendar'), icon: mdiCalendarMonthOutline },
    { path: '/account', label: shellTexts('passkeysAndSessions'), icon: mdiKeyOutline },
    { path: '/account/notifications', label: shellTexts('notificationSettings'), icon: mdiBellOutline },
    { path: '/account/people', label: shellTexts('organizationPeople'), icon: mdiAccountGroupOutline },
  ].filter(({ path }) => {
    if (path === '/account/people' && (actor === null || whyNotManagePeople(actor) !== null)) return false
    return ['remote', 'shell'].includes(resolveRoute({ pathname: path, search: '' }, surroundings).kind)
  })
  return pages.map(({ path, label, icon }) => ({
    id: `page ${path}`,
    group: 'pages',
    label,
    hint: '',
    icon,
    act: () => go(path),
  }))
}

/** What the viewer may create. A note needs a record, which `onNote` asks for. */
function useCreations(go: (url: string) => void, onNote: () => void): Choice[] {
  const actor = useAtomValue(actorAtom)
  const surroundings = useAtomValue(routeContextAtom)
  const newMail = useNewMail()
  if (actor === null) return []
  const other = (id: string, label: string, act: () => void) => ({ id, label, hint: '', icon: mdiPlus, act })
  return createChoices(actor, {
    here: new URL(location.href),
    isOpen: (pathname) => resolveRoute({ pathname, search: '' }, surroundings).kind === 'remote',
    labelOf: (noun) => t('newRecord', { noun: screenLabel(noun) }),
    mail: newMail === null ? null : other('create mail', t('newMail'), () => go(newMailUrl())),
    note: whyNotNote(actor) === null ? other(noteId, t('newNote'), onNote) : null,
    icon: mdiPlus,
    go,
  })
}

/** The commands of remotes. Their code is loaded when one is chosen. */
function useCommands(typed: string): Choice[] {
  const parts = useActionParts()
  return useOffers('palette.command').map((offer) => ({
    id: `command ${offerKey(offer)}`,
    group: 'actions',
    label: offerLabel(offer),
    hint: '',
    icon: null,
    act: () => void startAction(parts, 'palette.command', offer, { typed }),
  }))
}

/** The text after a pause in typing. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), typingPauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/**
 * The command palette: finds pages, actions and records by number or name. The arrow keys select, Enter
 * opens.
 */
export default function Palette({ signOut, typed, onTyped, onClose }: PaletteProps) {
  const shell = useShell()
  const listId = useId()
  const actor = useAtomValue(actorAtom)
  const user = useAtomValue(userAtom)
  const menu = useAtomValue(menuAtom)
  const actions = useActions(signOut)
  const commands = useCommands(typed.trim())
  const declarationOf = useDeclarations()
  const [at, setAt] = useState(0)
  const [isForNote, setForNote] = useState(false)
  const token = useRested(typed.trim())
  const search = useQuery(recordSearchQuery(token))
  const isAsked = typed.trim().length >= leastLetters
  const go = (url: string) => shell.navigate(url)
  const found =
    isAsked && actor !== null
      ? recordChoices(search.data?.hits ?? [], actor, user, declarationOf, go, isForNote)
      : []
  const findForNote = (isFinding: boolean) => {
    setForNote(isFinding)
    onTyped('')
    setAt(0)
  }
  const creations = useCreations(go, () => findForNote(true))
  const beside = usePagesBesideMenu(go)
  const fitting = (known: readonly Choice[]) =>
    known.filter(({ label }) => typed.trim() === '' || fits(label, typed.trim()))
  const choices = isForNote
    ? found
    : [
        ...fitting([...pageChoices(menu, go), ...beside]),
        ...fitting(creations),
        ...found,
        ...fitting([...commands, ...actions]),
      ]
  const current = choices[Math.min(at, choices.length - 1)]
  const isSettled = token === typed.trim() && !search.isFetching

  const choose = (choice: Choice) => {
    if (choice.id !== noteId) onClose()
    choice.act()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && choices.length > 0) {
      event.preventDefault()
      setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length)
    }
    if (event.key === 'Backspace' && isForNote && typed === '') findForNote(false)
    if (event.key === 'Enter' && current !== undefined) {
      event.preventDefault()
      choose(current)
    }
  }
  const label = t(isForNote ? 'noteOn' : 'label')
  const headingOf = (group: Choice['group']) => t(isForNote ? 'noteRecords' : group)
  const optionId = (choice: Choice) => `${listId}-${choice.id.replaceAll(/[^\w]/g, '-')}`
  return (
    <Dialog
      open
      onClose={onClose}
      fullWidth
      maxWidth="sm"
      slotProps={{ paper: { 'aria-label': label, 'aria-labelledby': undefined } }}
      sx={{
        '& .MuiDialog-container': { alignItems: 'flex-start' },
        '& .MuiDialog-paper': { marginTop: { xs: 2, sm: '12vh' } },
      }}
    >
      <InputBase
        autoFocus
        value={typed}
        placeholder={t(isForNote ? 'notePlaceholder' : 'placeholder')}
        onChange={({ target }) => {
          onTyped(target.value)
          setAt(0)
        }}
        onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
        onKeyDown={onKeyDown}
        inputProps={{
          role: 'combobox',
          'aria-label': label,
          'aria-expanded': true,
          'aria-controls': listId,
          'aria-activedescendant': current === undefined ? undefined : optionId(current),
          maxLength: 200,
        }}
        sx={{ paddingInline: 4, paddingBlock: 3, fontSize: '1rem', borderBottom: 1, borderColor: 'divider' }}
      />
      <Box
        id={listId}
        role="listbox"
        aria-label={t('results')}
        sx={{ maxHeight: '52vh', overflowY: 'auto', paddingBlock: 1 }}
      >
        {groups.map((group) => {
          const lines = choices.filter((choice) => choice.group === group)
          if (lines.length === 0) return null
          return (
            <Box key={group} role="group" aria-label={headingOf(group)}>
              <Typography
                variant="caption"
                component="div"
                aria-hidden
                sx={{ paddingInline: 4, paddingTop: 2, color: 'text.secondary' }}
              >
                {headingOf(group)}
              </Typography>
              {lines.map((choice) => (
                <Line
                  key={choice.id}
                  id={optionId(choice)}
                  choice={choice}
                  isCurrent={choice === current}
                  onChoose={() => choose(choice)}
                />
              ))}
            </Box>
          )
        })}
      </Box>
      <Typography
        role="status"
        variant="caption"
        sx={{ paddingInline: 4, paddingBlock: isAsked || isForNote ? 2 : 0, color: 'text.secondary' }}
      >
        {isForNote && !isAsked && t('noteHint')}
        {isAsked &&
          (search.error !== null
            ? t('failed', { reason: search.error.message })
            : !isSettled
              ? t('searching')
              : '')}
        {isAsked && isSettled && search.error === null && found.length === 0 && t('nothing', { token })}
      </Typography>
    </Dialog>
  )
}

function Line({
  id,
  choice,
  isCurrent,
  onChoose,
}: {
  id: string
  choice: Choice
  isCurrent: boolean
  onChoose: () => void
}) {
  return (
    <ListItemButton
      component="div"
      id={id}
      role="option"
      aria-selected={isCurrent}
      selected={isCurrent}
      tabIndex={-1}
      ref={(element) => {
        if (isCurrent) element?.scrollIntoView({ block: 'nearest' })
      }}
      onClick={onChoose}
      sx={{
        columnGap: 2,
        marginInline: 1,
        paddingInline: 3,
        paddingBlock: 0.5,
        borderRadius: 1,
        // On a phone the kind of record is shown below its number and title.
        ...(choice.number !== undefined && {
          flexDirection: { xs: 'column', sm: 'row' },
          alignItems: { xs: 'stretch', sm: 'center' },
        }),
      }}
    >
      {choice.icon !== null && <Icon path={choice.icon} />}
      <ListItemText
        primary={
          choice.number === undefined ? (
            choice.label
          ) : (
            <>
              <Box component="span" sx={{ color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }}>
                {choice.number}
              </Box>{' '}
              {choice.label}
            </>
          )
        }
        slotProps={{ primary: { noWrap: true } }}
      />
      {choice.hint !== '' && (
        <Typography variant="caption" sx={{ color: 'text.secondary', flex: 'none' }}>
          {choice.hint}
        </Typography>
      )}
    </ListItemButton>
  )
}
