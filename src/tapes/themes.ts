// Themes of tapes: names, and JSON with the members of VHS.
import { capitalize, findNearest } from '../base/text.js';
import { findTheme, themeNames } from '../pictures/themes.js';

/** A theme in the form of a theme file. */
interface ThemeFile {
  readonly name: string;
  readonly background: string;
  readonly foreground: string;
  readonly cursor: string;
  readonly palette: readonly string[];
}

// The names of VHS. A tape with one of them is valid, whether or not its colors are known here.
const namesOfVhs =
  '3024 Day|3024 Night|Aardvark Blue|Abernathy|Adventure|AdventureTime|Afterglow|Alabaster|AlienBlood|' +
  'Andromeda|Apple Classic|arcoiris|Argonaut|Arthur|AtelierSulphurpool|Atom|AtomOneLight|Aurora|ayu|Ayu Mirage|' +
  'ayu_light|Banana Blueberry|Batman|Belafonte Day|Belafonte Night|BirdsOfParadise|Blazer|Blue Matrix|' +
  'BlueBerryPie|BlueDolphin|BlulocoDark|BlulocoLight|Borland|Breeze|Bright Lights|Broadcast|Brogrammer|Bubbles|' +
  'Builtin Dark|Builtin Light|Builtin Pastel Dark|Builtin Solarized Dark|Builtin Solarized Light|' +
  'Builtin Tango Dark|Builtin Tango Light|C64|Calamity|Catppuccin Frappe|Catppuccin Latte|Catppuccin Macchiato|' +
  'Catppuccin Mocha|catppuccin-frappe|catppuccin-latte|catppuccin-macchiato|catppuccin-mocha|CGA|Chalk|' +
  'Chalkboard|ChallengerDeep|Chester|Ciapre|CLRS|Cobalt Neon|Cobalt2|coffee_theme|Contrast Light|coolnight|' +
  'CrayonPonyFish|Crystal Violet|Cyber Cube|Cyberdyne|cyberpunk|CyberPunk2077|Dark Pastel|Dark+|darkermatrix|' +
  'darkmatrix|Darkside|deep|Desert|DimmedMonokai|Django|DjangoRebornAgain|DjangoSmooth|Doom Peacock|DoomOne|' +
  'DotGov|Dracula|Dracula+|DraculaPlus|duckbones|Duotone Dark|Earthsong|Elemental|Elementary|ENCOM|Espresso|' +
  'Espresso Libre|Everblush|Fahrenheit|Fairyfloss|Fideloper|FirefoxDev|Firewatch|FishTank|Flat|Flatland|' +
  'Floraverse|ForestBlue|Framer|FrontEndDelight|FunForrest|Galaxy|Galizur|Ganyu|Github|GitHub Dark|Glacier|' +
  'Glorious|Grape|Grass|Grey-green|Gruvbox Light|GruvboxDark|GruvboxDarkHard|Guezwhoz|h4rithd|h4rithd.com|' +
  'Hacktober|Hardcore|Harper|HaX0R_BLUE|HaX0R_GR33N|HaX0R_R3D|Highway|Hipster Green|Hivacruz|Homebrew|' +
  'Hopscotch|Hopscotch.256|Horizon|Hurtado|Hybrid|Hyper|IC_Green_PPL|IC_Orange_PPL|iceberg-dark|iceberg-light|' +
  'idea|idleToes|IR_Black|iTerm2 Dark Background|iTerm2 Default|iTerm2 Light Background|' +
  'iTerm2 Pastel Dark Background|iTerm2 Smoooooth|iTerm2 Solarized Dark|iTerm2 Solarized Light|' +
  'iTerm2 Tango Dark|iTerm2 Tango Light|Jackie Brown|Japanesque|Jellybeans|JetBrains Darcula|jubi|Juicy Colors|' +
  'Kanagawa|kanagawabones|Kibble|Kolorit|Konsolas|Lab Fox|Laser|Later This Evening|Lavandula|LiquidCarbon|' +
  'LiquidCarbonTransparent|LiquidCarbonTransparentInverse|lovelace|Man Page|Mariana|Material|MaterialDark|' +
  'MaterialDarker|MaterialDesignColors|MaterialOcean|Mathias|matrix|Medallion|midnight-in-mojave|Mirage|' +
  'Misterioso|Molokai|MonaLisa|Monokai Cmder|Monokai Pro|Monokai Pro (Filter Octagon)|' +
  'Monokai Pro (Filter Ristretto)|Monokai Remastered|Monokai Soda|Monokai Vivid|Moonlight II|N0tch2k|' +
  'neobones_dark|neobones_light|Neon|Neopolitan|Neutron|Night Owlish Light|NightLion v1|NightLion v2|niji|' +
  'Nocturnal Winter|nord|nord-light|Novel|Obsidian|Ocean|Oceanic-Next|OceanicMaterial|Ollie|OneDark|' +
  'OneHalfDark|OneHalfLight|OneStar|Operator Mono Dark|Overnight Slumber|PaleNightHC|Pandora|Paraiso Dark|' +
  'PaulMillr|PencilDark|PencilLight|Peppermint|Piatto Light|Pnevma|Popping and Locking|primary|Primer|Pro|' +
  'Pro Light|Purple Rain|purplepeter|QB64 Super Dark Blue|Rapture|Raycast_Dark|Raycast_Light|rebecca|Red Alert|' +
  'Red Planet|Red Sands|Relaxed|Retro|Retrowave|Rippedcasts|Rose Pine|rose-pine|rose-pine-dawn|rose-pine-moon|' +
  'Rouge 2|Royal|Ryuuko|Sakura|Scarlet Protocol|Seafoam Pastel|SeaShells|seoulbones_dark|seoulbones_light|' +
  'Serendipity Midnight|Serendipity Morning|Serendipity Sunset|Seti|shades-of-purple|Shaman|Slate|SleepyHollow|' +
  'Smyck|Snazzy|SoftServer|Solarized Darcula|Solarized Dark - Patched|Solarized Dark Higher Contrast|' +
  'Sonoran Gothic|Sonoran Sunrise|Spacedust|SpaceGray|SpaceGray Eighties|SpaceGray Eighties Dull|Spiderman|' +
  'Spring|Square|Sublette|Subliminal|Sundried|Symfonic|synthwave|synthwave-everything|SynthwaveAlpha|' +
  'Tango Adapted|Tango Half Adapted|Teerb|Terminal Basic|Thayer Bright|The Hulk|Tinacious Design (Dark)|' +
  'Tinacious Design (Light)|TokyoNight|tokyonight|tokyonight-day|tokyonight-storm|TokyoNightLight|' +
  'TokyoNightStorm|Tomorrow|Tomorrow Night|Tomorrow Night Blue|Tomorrow Night Bright|Tomorrow Night Burns|' +
  'Tomorrow Night Eighties|ToyChest|Treehouse|Twilight|Ubuntu|UltraDark|UltraViolent|UnderTheSea|Unholy|' +
  'Unikitty|Urple|Vaughn|VibrantInk|vimbones|Violet Dark|Violet Light|WarmNeon|Wez|Whimsy|WildCherry|' +
  'wilmersdorf|Wombat|Wryan|zenbones|zenbones_dark|zenbones_light|Zenburn|zenburned|zenwritten_dark|' +
  'zenwritten_light|Zeonica';

// Names of VHS for themes that have another name here, in small letters without blanks and hyphens.
const otherNames: Readonly<Record<string, string>> = {
  builtinsolarizeddark: 'solarized-dark',
  builtinsolarizedlight: 'solarized-light',
  iterm2solarizeddark: 'solarized-dark',
  iterm2solarizedlight: 'solarized-light',
};

const slots = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[\da-f]{6}$/i.test(value);

/** The name of a theme, or a theme as it is in a file. Undefined for a name whose colors are unknown, invalid JSON, and no theme. */
export function findTapeTheme(value: string): string | ThemeFile | undefined {
  if (value.startsWith('{')) return parseTheme(value);
  const name = simplify(value);
  return otherNames[name] ?? themeNames.find((known) => simplify(known) === name);
}

/** Whether VHS or tuispec has a theme of this name; if not, the nearest name. */
export function checkThemeName(value: string): { readonly isKnown: boolean; readonly nearest?: string | undefined } {
  const names = [...namesOfVhs.split('|'), ...themeNames];
  return names.includes(value) ? { isKnown: true } : { isKnown: false, nearest: findNearest(value, names) };
}

const simplify = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '');

function parseTheme(json: string): ThemeFile | undefined {
  let members: Readonly<Record<string, unknown>>;
  try {
    members = JSON.parse(json) as Readonly<Record<string, unknown>>;
  } catch {
    return undefined;
  }
  const preset = findTheme('pty-default-dark', undefined);
  const toHex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;
  // Some themes call magenta purple.
  const read = (name: string, fallback: string): string =>
    [members[name], members[name.replace(/magenta$/i, (word) => (word === 'magenta' ? 'purple' : 'Purple'))]].find(
      isColor,
    ) ?? fallback;
  const foreground = read('foreground', toHex(preset?.foreground ?? 0xffffff));
  const names = [...slots, ...slots.map((slot) => `bright${capitalize(slot)}`)];
  return {
    name: typeof members['name'] === 'string' && members['name'] !== '' ? members['name'] : 'tape',
    background: read('background', toHex(preset?.background ?? 0)),
    foreground,
    cursor: read('cursor', foreground),
    palette: names.map((name, slot) => read(name, toHex(preset?.palette[slot] ?? 0))),
  };
}
