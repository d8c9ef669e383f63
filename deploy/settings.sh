# Read by backup, restore and restore-drill: finds the database in the same settings as `heliodor serve`.
# shellcheck shell=sh
set -eu
umask 077 # A backup holds the cookie key, seeds and tokens.
PATH=$PATH:/opt/heliodor/bin
export PATH

fail() {
    echo "${0##*/}: $*" >&2
    exit 2
}

command -v heliodor >/dev/null || fail "heliodor is not on PATH"
python=$(dirname "$(readlink -f "$(command -v heliodor)")")/python
settings=$(heliodor serve --print-settings)
setting() { printf '%s\n' "$settings" | sed -n "s/^$1 = \"\([^\"]*\)\".*/\1/p"; }

database=$(setting database | sed 's/^postgres[a-z+]*:/postgresql:/')
case $database in
*'***'*) fail "every user can read command lines, so the URL must not hold the password: use database_password_file" ;;
sqlite:///*) file=${database#sqlite:///} ;;
*) file= ;;
esac

password_file=$(setting database_password_file)
if [ -n "$password_file" ]; then
    case $password_file in "~/"*) password_file=$HOME/${password_file#"~/"} ;; esac
    PGPASSWORD=$(cat "$password_file")
    export PGPASSWORD
fi

if [ -n "$file" ]; then ending=sqlite3; else ending=dump; fi

# backups_in FOLDER: oldest first, because their names contain the time.
backups_in() { find "$1" -maxdepth 1 -name "heliodor-*.$ending" | sort; }
