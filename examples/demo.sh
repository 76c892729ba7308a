# What `make demo` runs: each command is printed and then executed.
set -eu
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp reviews.csv fruit.csv "$folder"
cd "$folder"

show() {
    echo "\$ $*"
}

show rosenblatt train reviews.csv --label verdict
rosenblatt train reviews.csv --label verdict
echo
printf 'review,about\nThe coffee was cold and nobody said sorry.,café\n"Loud street, but we slept like babies.",hotel\n' > new.csv
show rosenblatt predict reviews.rosenblatt new.csv
rosenblatt predict reviews.rosenblatt new.csv
echo
show rosenblatt inspect reviews.rosenblatt --explain '"not bad, loved it"'
rosenblatt inspect reviews.rosenblatt --explain "not bad, loved it"
echo
show rosenblatt certify fruit.csv --label fruit
rosenblatt certify fruit.csv --label fruit
