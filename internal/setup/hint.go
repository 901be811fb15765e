package setup

import (
	"fmt"
	"strings"
)

// Names of the findings, in the order Doctor reports them.
const (
	Node     = "node"
	Driver   = "driver"
	Browser  = "browser"
	FFmpeg   = "ffmpeg"
	Fonts    = "fonts"
	WorkDir  = "workdir"
	TempDir  = "temp"
	User     = "user"
	Compiler = "compiler"
)

type packages struct{ debian, fedora, brew string }

// packageNames is the only place that knows what a thing is called on which system.
var packageNames = map[string]packages{
	Browser:  {debian: "chromium", fedora: "chromium", brew: "--cask google-chrome"},
	FFmpeg:   {debian: "ffmpeg", fedora: "ffmpeg-free", brew: "ffmpeg"},
	Fonts:    {debian: "fonts-liberation fonts-noto-color-emoji fonts-wqy-zenhei", fedora: "liberation-fonts google-noto-color-emoji-fonts google-noto-sans-cjk-fonts"},
	Compiler: {debian: "gcc libc6-dev", fedora: "gcc glibc-devel"},
}

// DebianPackages is what apt-get must install for the finding of that name, separated by blanks;
// empty if no package helps.
func DebianPackages(name string) string { return packageNames[name].debian }

// libraryCommand runs Library's own command, which needs nothing but Go and Node.js.
func libraryCommand(args string) string {
	return fmt.Sprintf(`PLAYWRIGHT_NODEJS_PATH="$(command -v node)" go run %s/cmd/playwright@%s %s`, Library, LibraryVersion, args)
}

// system is debian, ubuntu, fedora, darwin, windows, or linux for all others.
func (c Config) system() string {
	if c.GOOS != "linux" {
		return c.GOOS
	}
	raw, err := c.readFile("/etc/os-release")
	if err != nil {
		return "linux"
	}
	var ids []string // os-release(5): ID, then ID_LIKE from the closest relative on
	for _, key := range []string{"ID=", "ID_LIKE="} {
		for line := range strings.Lines(string(raw)) {
			if value, ok := strings.CutPrefix(strings.TrimSpace(line), key); ok {
				ids = append(ids, strings.Fields(strings.Trim(value, `"'`))...)
			}
		}
	}
	for _, id := range ids {
		switch id {
		case "debian", "ubuntu", "fedora":
			return id
		case "rhel", "centos":
			return "fedora"
		}
	}
	return "linux"
}

// install says what to type to get the packages of a finding.
func (c Config) install(name string) string {
	p := packageNames[name]
	sudo := "sudo "
	if c.UID == 0 {
		sudo = ""
	}
	apt := fmt.Sprintf("%[1]sapt-get update && %[1]sapt-get install -y %[2]s", sudo, p.debian)
	dnf := fmt.Sprintf("%sdnf install -y %s", sudo, p.fedora)
	switch c.system() {
	case "debian":
		return apt
	case "ubuntu":
		if name == Browser { // there, the package only asks for the snap
			return libraryCommand("install --with-deps --no-shell chromium") + ", or apt-get install the .deb of Google Chrome"
		}
		return apt
	case "fedora":
		return dnf
	case "darwin":
		switch name {
		case Compiler:
			return "xcode-select --install"
		case Browser:
			return "brew install " + p.brew + ", or " + libraryCommand("install --no-shell chromium")
		}
		return "brew install " + p.brew
	case "windows":
		return map[string]string{
			Browser:  "winget install Google.Chrome",
			FFmpeg:   "winget install Gyan.FFmpeg",
			Compiler: "winget install BrechtSanders.WinLibs.POSIX.UCRT",
		}[name]
	default:
		return fmt.Sprintf("Debian, Ubuntu: %s; Fedora: %s; elsewhere the packages of the same purpose", apt, dnf)
	}
}

func (c Config) installNode() string {
	sudo := "sudo "
	if c.UID == 0 {
		sudo = ""
	}
	apt := sudo + "apt-get install -y nodejs npm (Debian 13, Ubuntu 25.04 and later; before those its version is under 20: use a release from nodejs.org)"
	dnf := sudo + "dnf install -y nodejs npm"
	switch c.system() {
	case "debian", "ubuntu":
		return apt
	case "fedora":
		return dnf
	case "darwin":
		return "brew install node"
	case "windows":
		return "winget install OpenJS.NodeJS.LTS"
	default:
		return "Debian, Ubuntu: " + apt + "; Fedora: " + dnf + "; elsewhere a release from nodejs.org"
	}
}

func installDriver() string {
	return "make setup in Verdict's source, or " + libraryCommand("--version")
}
