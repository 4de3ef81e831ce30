import { colourModeAtom, colourModes, Icon } from '@portal/shared-ui'
import { Menu, MenuItem } from '@portal/shared-ui/mui'
import { useAtom } from '@portal/shared-ui/state'
import { mdiThemeLightDark, mdiWeatherNight, mdiWhiteBalanceSunny } from '../../icons.ts'
import { t } from '../../texts.ts'
import type { OpenedProps } from '../../frame/TopBarButton.tsx'

const icons = { system: mdiThemeLightDark, light: mdiWhiteBalanceSunny, dark: mdiWeatherNight } as const

/** System, light or dark; stored in local storage. */
export default function ColourModeMenu({ anchor, onClose }: OpenedProps) {
  const [chosen, choose] = useAtom(colourModeAtom)
  return (
    <Menu
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {colourModes.map((mode) => (
        <MenuItem
          key={mode}
          role="menuitemradio"
          aria-checked={mode === chosen}
          selected={mode === chosen}
          onClick={() => {
            choose(mode)
            onClose()
          }}
          sx={{ gap: 2, minWidth: 160 }}
        >
          <Icon path={icons[mode]} />
          {t(mode)}
        </MenuItem>
      ))}
    </Menu>
  )
}
